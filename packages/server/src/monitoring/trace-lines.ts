import type { JsonObject, RuleOutput, TapEvent, TapLine, TapOutput } from '@sluice/contract';

/** What EMQX would have written about the same step: one JSON a line, `meta` in its words. `outputs` are the rule's. */
export function traceLine(ruleId: string, outputs: readonly RuleOutput[], line: TapLine): string {
  switch (line.kind) {
    case 'event':
      return eventLines(ruleId, line);
    case 'output':
      return outputLine(ruleId, actionInfo(line.name, outputs[line.output]), line);
    case 'skipped':
      return '';
    default:
      return line satisfies never;
  }
}

/** `json` is put in as it is, so that its numbers keep all digits. */
function written(
  at: number,
  level: string,
  msg: string,
  meta: JsonObject,
  json: Readonly<Record<string, string>> = {},
) {
  const raw = Object.entries(json).map(([key, text]) => `,${JSON.stringify(key)}:${whole(text)}`);
  const all = JSON.stringify(meta).slice(0, -1) + raw.join('');
  return `{"time":${at * 1000},"level":"${level}","msg":"${msg}","meta":${all}}}\n`;
}

/** JSON that was cut is only a text any more. */
function whole(json: string): string {
  return json.endsWith('…') ? JSON.stringify(json) : json;
}

function eventLines(ruleId: string, line: TapEvent): string {
  const meta = { rule_id: ruleId, rule_trigger_ts: [line.at] };
  const first = written(line.at, 'debug', 'rule_activated', meta, { input: line.event });
  switch (line.outcome) {
    case 'rows': {
      const rows = (line.rows ?? []).map((result) => written(line.at, 'debug', 'SQL_yielded_result', meta, { result }));
      return first + rows.join('');
    }
    case 'no_match':
      return first + written(line.at, 'debug', 'SQL_yielded_no_result', meta);
    case 'error': {
      const clause = (line.clause ?? 'select').toUpperCase();
      return first + written(line.at, 'error', `${clause}_clause_exception`, { ...meta, reason: line.message ?? '' });
    }
    default:
      return line.outcome satisfies never;
  }
}

function outputLine(ruleId: string, info: JsonObject, line: TapOutput): string {
  const meta = { rule_id: ruleId, rule_trigger_ts: [line.run_at], action_info: info };
  switch (line.state) {
    case 'pending':
      return written(line.at, 'debug', 'action_template_rendered', { ...meta, result: line.request });
    case 'delivered':
      return written(line.at, 'debug', 'action_success', { ...meta, result: 'ok' });
    case 'retrying':
      // No `reason`: that would make the action count as failed.
      return written(line.at, 'warning', 'action_retried', { ...meta, cause: reason(line) });
    case 'rejected':
      return written(line.at, 'error', 'action_failed', { ...meta, reason: reason(line) });
    case 'loop':
      return written(line.at, 'error', 'recursive_republish_detected', { ...meta, reason: reason(line) });
    case 'dropped':
      return written(line.at, 'error', line.cause === 'expired' ? 'request_expired' : 'action_failed', {
        ...meta,
        reason: reason(line),
      });
    case 'out_of_service':
      return written(line.at, 'error', 'out_of_service', { ...meta, reason: reason(line) });
    case 'stopped':
      return written(line.at, 'debug', 'action_stopped_after_template_rendering', {
        ...meta,
        reason: 'The test was asked to end here: nothing was sent.',
      });
    default:
      return line satisfies never;
  }
}

/** Functions are told apart by their arguments. */
function actionInfo(name: string, output: RuleOutput | undefined): JsonObject {
  const colon = name.indexOf(':');
  if (colon !== -1) return { type: name.slice(0, colon), name: name.slice(colon + 1) };
  const args = typeof output === 'object' && output.function === name ? (output.args ?? {}) : {};
  return { func: name, args: { ...args } };
}

function reason({ message, raw }: { readonly message: string; readonly raw?: string }): string {
  return raw === undefined ? message : `${message} (${raw})`;
}
