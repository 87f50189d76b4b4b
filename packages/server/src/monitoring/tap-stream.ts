import { setTimeout as pause } from 'node:timers/promises';
import type { TapLine } from '@sluice/contract';
import type { EngineHost } from '@sluice/engine';
import { HEARTBEAT, serverSentEvent } from '../http/event-stream.ts';
import { maskedHeaders } from '../http/masked-headers.ts';

/** How long one question to the engine waits; also how soon a heartbeat, or the end, is noticed. */
const WAIT_MS = 1_000;
/** Between two pages of a busy rule. */
const BREATH_MS = 50;
const HEARTBEAT_EVERY_MS = 10_000;

type TapPage = Awaited<ReturnType<EngineHost['tap']>>;

export interface TapStreamOptions {
  readonly ruleId: string;
  /** What the engine answered when watching began. */
  readonly first: TapPage;
  /** Why the stream has to end, asked about once a second. */
  ended(): string | undefined;
}

/**
 * The lines of a rule's tap as server-sent events, for as long as the client reads: a page is asked for when the last
 * one is gone, so that nothing piles up for a slow client. An engine that is being started again is waited for.
 */
export async function* tapStream(
  engine: Pick<EngineHost, 'tap'>,
  { ruleId, first, ended }: TapStreamOptions,
): AsyncGenerator<string> {
  let page = first;
  let beat = Date.now();
  yield serverSentEvent('ready', { rule: ruleId });
  for (;;) {
    const why = ended();
    if (why !== undefined) {
      yield serverSentEvent('end', { reason: why });
      return;
    }
    if (page.lines.length > 0) {
      yield page.lines.map((line) => serverSentEvent(line.kind, maskedLine(line), line.cursor)).join('');
      beat = Date.now();
      await pause(BREATH_MS);
    } else if (Date.now() - beat >= HEARTBEAT_EVERY_MS) {
      yield HEARTBEAT;
      beat = Date.now();
    }
    try {
      page = await engine.tap(ruleId, page.cursor, WAIT_MS);
    } catch {
      page = { ...page, lines: [] };
      await pause(WAIT_MS);
    }
  }
}

/** A line without the secrets that a rendered request may hold. */
export function maskedLine(line: TapLine): TapLine {
  return line.kind === 'output' && line.state === 'pending' ? { ...line, request: maskedHeaders(line.request) } : line;
}
