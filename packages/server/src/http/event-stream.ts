/** One server-sent event: `data` is sent as JSON on one line. */
export function serverSentEvent(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Keeps the connection alive, and finds out that nobody listens any more. */
export const HEARTBEAT = ': \n\n';
