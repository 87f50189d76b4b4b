import { useMutation } from '@tanstack/react-query';
import { request } from './client.ts';

/** Runs a statement on a made-up event. The answer is JSON text as it came: big integers keep their digits. */
export function useTestSql() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: { sql: string; context: Readonly<Record<string, unknown>> }) =>
      request<string>('/rule_test', { method: 'POST', body, as: 'text' }),
  });
}
