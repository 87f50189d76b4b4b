import { useEffect, useState } from 'react';
import { pathOf, request } from '../api/client.ts';

/** What a rule saw: the event and its rows are JSON text, cut after 4,096 characters. */
export interface TapRecord {
  readonly cursor: number;
  readonly at: number;
  readonly event: string;
  readonly outcome: 'rows' | 'no_match' | 'error';
  readonly rows?: readonly string[];
  readonly message?: string;
}

const POLL_MS = 1_000;
const KEPT = 50;

/** The newest events that a stored rule has seen since watching began; asks once a second while the page is visible. */
export function useTap(ruleId: string | undefined): readonly TapRecord[] {
  const [records, setRecords] = useState<readonly TapRecord[]>([]);
  useEffect(() => {
    setRecords([]);
    if (ruleId === undefined) return;
    const abort = new AbortController();
    let cursor = 0;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const answer = await request<{ records: readonly TapRecord[]; cursor: number }>(
            pathOf('sluice', 'rules', ruleId, 'tap'),
            { query: { cursor }, signal: abort.signal },
          );
          cursor = answer.cursor;
          if (answer.records.length > 0) setRecords((before) => [...before, ...answer.records].slice(-KEPT));
        } catch {
          // Asked again in a second; the health of the backend is shown elsewhere.
        }
      }
      if (!abort.signal.aborted) timer = setTimeout(ask, POLL_MS);
    };
    void ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [ruleId]);
  return records;
}
