import type { RuleMetrics } from '@sluice/contract';
import { useEffect, useRef, useState } from 'react';
import { useAllRuleMetrics } from '../api/all-metrics.ts';
import { pathOf, request } from '../api/client.ts';
import { useFeature } from '../api/features.ts';
import type { RuleMetricsAnswer } from '../api/rules.ts';

export interface SweptMetrics {
  readonly metrics: RuleMetrics;
  /** `matched.rate` of the last samples, oldest first. */
  readonly rates: readonly number[];
}

/** Counters of the rules of a list: with one call where the backend has it, else one after the other. */
export function useListedMetrics(ids: readonly string[]): ReadonlyMap<string, SweptMetrics> {
  const hasAll = useFeature('all_metrics');
  const swept = useSweep(ids, hasAll === false);
  const { data, dataUpdatedAt } = useAllRuleMetrics(ids.length);
  const kept = useRef<{ readonly at: number; readonly map: ReadonlyMap<string, SweptMetrics> }>({
    at: 0,
    map: new Map(),
  });
  if (data !== undefined && dataUpdatedAt !== kept.current.at) {
    const before = kept.current.map;
    const entries = Object.entries(data).map(([id, metrics]): [string, SweptMetrics] => [
      id,
      { metrics, rates: [...(before.get(id)?.rates ?? []), metrics['matched.rate']].slice(-SAMPLES) },
    ]);
    kept.current = { at: dataUpdatedAt, map: new Map(entries) };
  }
  return hasAll === true ? kept.current.map : swept;
}

/** A pass takes at least this long, so that few rules are not asked all the time. */
const PASS_MS = 2_000;
const AT_ONCE = 3;
/** Of a longer list only the rows on screen are asked for: thousands of calls a pass would be a burden to a cluster. */
const ALL_UP_TO = 300;
const SAMPLES = 30;

/**
 * Counters of many rules, for a list: asks for one rule after the other, a few at a time, over and over while the page
 * is visible, for backends that have no call for all of them at once.
 */
function useSweep(ids: readonly string[], isWanted: boolean): ReadonlyMap<string, SweptMetrics> {
  const [shown, setShown] = useState<ReadonlyMap<string, SweptMetrics>>(new Map());
  const latest = useRef(ids);
  latest.current = ids;
  useEffect(() => {
    if (!isWanted) return;
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
          const queue = latest.current.length > ALL_UP_TO ? rowsOnScreen(latest.current) : [...latest.current];
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
  }, [isWanted]);
  return shown;
}

function rowsOnScreen(ids: readonly string[]): string[] {
  const known = new Set(ids);
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset.row ?? '');
  return rows.filter((id) => known.has(id));
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
