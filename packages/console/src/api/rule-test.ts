import { useMutation } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';

/** Runs a statement on a made-up event. The answer is JSON text as it came: big integers keep their digits. */
export function useTestSql() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: { sql: string; context: Readonly<Record<string, unknown>> }) =>
      request<string>('/rule_test', { method: 'POST', body, as: 'text' }),
  });
}

/** Runs a stored rule on a made-up event, with its outputs unless they stop once their requests are rendered. */
export function useTestRule() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, context, stop }: { id: string; context: Readonly<Record<string, unknown>>; stop: boolean }) =>
      request<string>(pathOf('rules', id, 'test'), {
        method: 'POST',
        body: { context, stop_action_after_template_rendering: stop },
        as: 'text',
      }),
  });
}
