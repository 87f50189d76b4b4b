import type { Json, JsonObject } from '@sluice/contract';
import { jsonAt } from '../../editor/json-text.ts';
import type { LiveLine, LiveStep } from './live-log.ts';

/** What EMQX writes into the log of a trace, one JSON a line (reference facts §2.10). */
interface TraceRecord {
  /** Unix µs, or RFC 3339. */
  readonly time?: number | string;
  readonly msg?: string;
  readonly meta?: JsonObject;
}

/**
 * A line of a trace's log as lines of ours; nothing for what says nothing about the rule. What belongs to one run is
 * known by the time it was triggered at; a line about several runs is told of each.
 */
export function traceLines(text: string): readonly LiveLine[] {
  let record: TraceRecord;
  try {
    record = JSON.parse(text) as TraceRecord;
  } catch {
    return [];
  }
  const { msg = '', meta = {} } = record;
  const at = timeOf(record.time);
  return runsOf(meta).flatMap((run): readonly LiveLine[] => {
    if (msg === 'rule_activated') {
      return [{ kind: 'run', run, at: Number(run) || at, event: textOf(text, meta, 'input') ?? '{}' }];
    }
    if (msg === 'SQL_yielded_no_result') return [{ kind: 'result', run, outcome: 'no_match' }];
    if (msg === 'SQL_yielded_result') {
      const row = textOf(text, meta, 'result');
      return [{ kind: 'result', run, outcome: 'rows', ...(row === undefined ? {} : { rows: [row] }) }];
    }
    const about = outputOf(meta.action_info);
    const step = about === undefined ? undefined : stepOf(msg, meta);
    if (about !== undefined) return step === undefined ? [] : [{ kind: 'output', run, at, row: 0, ...about, ...step }];
    return meta.reason === undefined ? [] : [{ kind: 'result', run, outcome: 'error', message: words(meta.reason) }];
  });
}

function timeOf(time: TraceRecord['time']): number {
  return typeof time === 'number' ? Math.floor(time / 1000) : Date.parse(time ?? '') || Date.now();
}

function runsOf(meta: JsonObject): readonly string[] {
  const times = meta.rule_trigger_ts;
  if (Array.isArray(times)) return times.map(String);
  return times === undefined || times === null ? [] : [String(times)];
}

/** A member of `meta` as JSON text, with all its digits; a member that is JSON text already, as it is. */
function textOf(text: string, meta: JsonObject, key: string): string | undefined {
  const value = meta[key];
  return typeof value === 'string' ? value : jsonAt(text, ['meta', key]);
}

function outputOf(info: Json | undefined): { readonly output: string; readonly name: string } | undefined {
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return undefined;
  const { type, name, func } = info as JsonObject;
  const title = typeof func === 'string' ? func : `${String(type)}:${String(name)}`;
  return { output: JSON.stringify(info), name: title };
}

function stepOf(msg: string, meta: JsonObject): LiveStep | undefined {
  const message = words(meta.reason ?? meta.cause);
  switch (msg) {
    case 'action_template_rendered':
      return { state: 'pending', ...(meta.result === undefined ? {} : { request: meta.result }) };
    case 'action_success':
      return { state: 'delivered' };
    case 'action_retried':
      return { state: 'retrying', message };
    case 'request_expired':
      return { state: 'dropped', message };
    case 'out_of_service':
      return { state: 'out_of_service', message };
    case 'recursive_republish_detected':
      return { state: 'loop', message };
    case 'action_stopped_after_template_rendering':
      return { state: 'stopped' };
    default:
      return meta.reason === undefined ? undefined : { state: 'rejected', message };
  }
}

function words(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
