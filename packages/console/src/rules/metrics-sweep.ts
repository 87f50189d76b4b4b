import type { RuleMetrics } from '@sluice/contract';
import { useEffect, useRef, useState } from 'react';
import { pathOf, request } from '../api/client.ts';
import type { RuleMetricsAnswer } from '../api/rules.ts';

export interface SweptMetrics {
  readonly metrics: RuleMetrics;
  /** `matched.rate` of the last samples, oldest first. */
  readonly rates: readonly number[];
}

/** A pass takes at least this long, so that few rules are not asked all the time. */
const PASS_MS = 2_000;
const AT_ONCE = 3;
const SAMPLES = 30;

/**
 * Counters of many rules, for a list: asks for one rule after the other, a few at a time, over and over while the page
 * is visible. The backend has no call for all of them at once.
 */
export function useMetricsSweep(ids: readonly string[]): ReadonlyMap<string, SweptMetrics> {
  const [shown, setShown] = useState<ReadonlyMap<string, SweptMetrics>>(new Map());
  const latest = useRef(ids);
  latest.current = ids;
  useEffect(() => {
    const abort = new AbortController();
    const known = new Map<string, SweptMetrics>();
    const ask = async (id: string) => {
      try {
        const { metrics } = await request<RuleMetricsAnswer>(pathOf('rules', id, 'metrics'), { signal: abort.signal });
        const rates = [...(known.get(id)?.rates ?? []), metrics['matched.rate']].slice(-SAMPLES);
        known.set(id, { metrics, rates });
      } catch {
        known.delete(id);
      }
    };
    const sweep = async () => {
      while (!abort.signal.aborted) {
        const rest = wait(PASS_MS, abort.signal);
        if (document.visibilityState === 'visible') {
          const queue = [...latest.current];
          let published = performance.now();
          const worker = async () => {
            for (let id = queue.shift(); id !== undefined && !abort.signal.aborted; id = queue.shift()) {
              await ask(id);
              if (performance.now() - published < 500) continue;
              published = performance.now();
              setShown(new Map(known));
            }
          };
          await Promise.all(Array.from({ length: AT_ONCE }, worker));
          if (!abort.signal.aborted) setShown(new Map(known));
        }
        await rest;
      }
    };
    void sweep();
    return () => abort.abort();
  }, []);
  return shown;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
