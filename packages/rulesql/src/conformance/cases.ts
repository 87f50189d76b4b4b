/** A statement on a made-up event, with what a real broker answered. */
export interface SqlCase {
  readonly id: string;
  readonly sql: string;
  readonly context: unknown;
  readonly mask: readonly string[];
  readonly status: number;
  /** Canonical form of the result, where there is one. */
  readonly norm: string | undefined;
}

/** A republish action with templates, with the messages that a subscriber of a real broker got. */
export interface TemplateCase {
  readonly id: string;
  readonly sql: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>> | undefined;
  readonly messages:
    | readonly { readonly topic: string; readonly qos: number; readonly payload_base64: string }[]
    | undefined;
}

type Line = Readonly<Record<string, unknown>>;

/** The first line holds long payloads, which the others name by number. */
function read(text: string): Line[] {
  const [head = {}, ...lines] = text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line) as Line);
  const payloads = head.payloads as readonly string[];
  return lines.map((line) => {
    if (typeof line.payload !== 'number') return line;
    const payload = payloads[line.payload];
    const filled = (value: unknown): unknown => (value ? { ...(value as Line), payload } : value);
    return { ...line, context: filled(line.context), publish: filled(line.publish) };
  });
}

/** Cases of `sql-cases.jsonl`. */
export function sqlCases(text: string): SqlCase[] {
  return read(text).map((line) => ({ mask: [], norm: undefined, ...line }) as unknown as SqlCase);
}

/** Cases of `template-cases.jsonl`; a published message becomes the event that a test would make of it. */
export function templateCases(text: string): TemplateCase[] {
  return read(text).map((line) => {
    const { topic, payload, qos } = (line.publish ?? {}) as Line;
    const context = line.context ?? { event_type: 'message_publish', topic, payload, qos };
    return { messages: undefined, ...line, context } as unknown as TemplateCase;
  });
}
