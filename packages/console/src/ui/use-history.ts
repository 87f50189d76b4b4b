import { useRef } from 'react';

export interface History<Value> {
  readonly times: readonly number[];
  readonly values: readonly Value[];
}

/** What was seen while the page is open, at most `limit` samples. `at`: when `value` came in, 0 for not yet. */
export function useHistory<Value>(value: Value | undefined, at: number, limit = 300): History<Value> {
  const history = useRef<History<Value>>({ times: [], values: [] });
  const { times, values } = history.current;
  if (value !== undefined && at > (times[times.length - 1] ?? 0)) {
    history.current = { times: [...times, at].slice(-limit), values: [...values, value].slice(-limit) };
  }
  return history.current;
}
