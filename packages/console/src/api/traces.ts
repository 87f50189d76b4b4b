import { pathOf, request } from './client.ts';

/** A watch on one rule, as EMQX has it (reference facts §7.6). */
export async function createTrace(name: string, ruleId: string, hours: number): Promise<void> {
  const now = Date.now();
  await request('/trace', {
    method: 'POST',
    body: {
      name,
      type: 'ruleid',
      ruleid: ruleId,
      payload_encode: 'text',
      start_at: new Date(now).toISOString(),
      end_at: new Date(now + hours * 3_600_000).toISOString(),
      formatter: 'json',
    },
  });
}

/** The nodes that have a log of a trace. */
export async function traceNodes(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const detail = await request<readonly { readonly node: string }[]>(pathOf('trace', name, 'log_detail'), { signal });
  return detail.map((one) => one.node);
}

/** A piece of a trace's log from a position on: text, one JSON a line, and where the next piece begins. */
export async function tracePiece(
  name: string,
  node: string,
  position: number,
  signal: AbortSignal,
): Promise<{ readonly items: string; readonly position: number }> {
  const { items, meta } = await request<{ items: string; meta: { position: number } }>(pathOf('trace', name, 'log'), {
    query: { node, position, bytes: 1_073_741_824 },
    signal,
  });
  return { items, position: meta.position };
}

/** Ends a trace; sent even when the page is going away. */
export function deleteTrace(name: string): Promise<void> {
  return request(pathOf('trace', name), { method: 'DELETE', keepalive: true });
}
