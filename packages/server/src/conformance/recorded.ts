import { existsSync, readFileSync } from 'node:fs';
import type { Reply } from '../testing/test-server.ts';
import { differences } from './compare.ts';
import { type Exact, readExact } from './exact-json.ts';

/** One call that was made to a real broker, and its answer. */
export interface RecordedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** `none`, `bearer` (the run's token), or a whole header. */
  readonly auth: string;
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body: Exact;
}

const FOLDER = ['../shared', '../../shared']
  .map((dir) => `${dir}/emqx-5.8.6`)
  .find((dir) => existsSync(`${dir}/recorded.ce.jsonl`));

/** The calls of one edition in order; `undefined` where the recordings are not at hand. */
export function recordedCalls(edition: 'ce' | 'ee'): readonly RecordedCall[] | undefined {
  if (FOLDER === undefined) return undefined;
  return readFileSync(`${FOLDER}/recorded.${edition}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { case: name, request, status } = JSON.parse(line);
      const exact = readExact(line);
      const body = exact?.kind === 'object' ? exact.entries.get('body') : undefined;
      const text = request.raw_body ?? (request.body === undefined ? undefined : exactText(line));
      const { method } = request;
      // the token of the example in the standard is left out of the recording
      const auth = (request.auth ?? 'bearer').replace(/^Bearer <token>$/, 'Bearer made.up.token');
      const plain: Record<string, string> = typeof request.body === 'string' ? { 'content-type': 'text/plain' } : {};
      const headers: Record<string, string> = { ...plain, ...lowerCase(request.headers ?? {}) };
      const path = String(request.path).replace(/^\/api\/v5/, '');
      return { name, method, path, auth, text, headers, status, body: body ?? { kind: 'literal', text: 'null' } };
    });
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The body of a request as it stands in the recording: numbers keep their spelling. */
function exactText(line: string): string {
  return JSON.stringify(JSON.parse(line).request.body);
}

export interface Target {
  readonly token: string;
  call(
    method: string,
    path: string,
    request: { auth: false | string; raw?: string; headers?: Record<string, string>; root?: boolean },
  ): Promise<Reply>;
}

export interface RecordedOutcome {
  readonly call: RecordedCall;
  readonly reply: Reply;
  /** Status and code, and every recorded field with its type. Empty: as recorded. */
  readonly shape: readonly string[];
  /** Values too, but for those that differ from run to run. */
  readonly values: readonly string[];
}

/** What was done between two calls without being recorded. */
const UNRECORDED: Readonly<Record<string, { method: string; path: string; body?: object }>> = {
  action_create_mqtt_bad_qos: {
    method: 'POST',
    path: '/connectors',
    body: { type: 'mqtt', name: 'm2', server: '127.0.0.1:1883' },
  },
  action_delete_mqtt: { method: 'DELETE', path: '/rules/r1' },
};

/** Sends the calls in order. `replace`: texts of the recording and what they are here, such as addresses. */
export async function replayRecorded(
  target: Target,
  calls: readonly RecordedCall[],
  replace: readonly (readonly [string, string])[],
): Promise<RecordedOutcome[]> {
  const here = (text: string): string => replace.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const there = (text: string): string => replace.reduce((all, [from, to]) => all.replaceAll(to, from), text);
  const outcomes: RecordedOutcome[] = [];

  /** The rules of a list that were made by calls outside the recording. */
  async function prepare({ body }: RecordedCall): Promise<void> {
    const data = body.kind === 'object' ? body.entries.get('data') : undefined;
    for (const row of data?.kind === 'array' ? data.items : []) {
      const field = (name: string): string => (row.kind === 'object' ? textOf(row.entries.get(name)) : '');
      if (!/^page\d/.test(field('id')) || prepared.has(field('id'))) continue;
      prepared.add(field('id'));
      const actions = row.kind === 'object' ? row.entries.get('actions') : undefined;
      const rule = {
        id: field('id'),
        sql: field('sql'),
        name: field('name'),
        description: field('description'),
        enable: field('enable') === 'true',
        actions: actions?.kind === 'array' ? actions.items.map(textOf) : [],
      };
      await target.call('POST', '/rules', { auth: `Bearer ${target.token}`, raw: JSON.stringify(rule) });
    }
  }
  const prepared = new Set<string>();

  for (const call of calls) {
    const auth = call.auth === 'none' ? false : call.auth === 'bearer' ? `Bearer ${target.token}` : call.auth;
    if (call.method === 'GET' && /^\/rules(\?|$)/.test(call.path)) await prepare(call);
    const before = UNRECORDED[call.name];
    if (before !== undefined) {
      const raw = before.body === undefined ? {} : { raw: here(JSON.stringify(before.body)) };
      await target.call(before.method, before.path, { auth: `Bearer ${target.token}`, ...raw });
    }
    const reply = await target.call(call.method, here(call.path), {
      auth: typeof auth === 'string' ? auth.replace(/^bearer <token>$/, `bearer ${target.token}`) : auth,
      ...(call.text !== undefined && { raw: here(call.text) }),
      headers: { ...call.headers },
      ...(/^\/(status)?$/.test(call.path) && call.name.includes('root') && { root: true }),
    });
    outcomes.push({ call, reply, ...compare(call, { ...reply, text: there(reply.text) }) });
    // what EMQX does between two calls of the recording takes its time
    if (/^(POST|PUT)$/.test(call.method)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return outcomes;
}

function compare(call: RecordedCall, reply: Reply): Pick<RecordedOutcome, 'shape' | 'values'> {
  const both = (differences: readonly string[]) => ({ shape: differences, values: differences });
  if (reply.status !== call.status) return both([`status ${call.status} expected, got ${reply.status} ${reply.text}`]);
  if (call.body.kind === 'string') return both([]);
  const got = readExact(reply.text);
  if (call.status >= 400) {
    const code = (value: Exact | undefined) => (value?.kind === 'object' ? value.entries.get('code') : undefined);
    const wanted = code(call.body);
    return both(wanted === undefined ? [] : differences(wanted, code(got), 'code'));
  }
  const values = differences(settled(call.body), got && settled(got));
  const shape = differences(typesOf(settled(call.body)), got && typesOf(settled(got)));
  return { shape, values };
}

/** What differs from run to run. */
const VOLATILE =
  /^(node|self|token|created_at|last_modified_at|status_reason|error|id|rule_id|timestamp|publish_received_at|uptime|load\d+|memory_.*|process_.*|max_fds|otp_release|.*_path|.*rate.*)$|_at$/;

function settled(value: Exact, key = ''): Exact {
  if (VOLATILE.test(key) && value.kind !== 'object' && value.kind !== 'array') return { kind: 'masked', of: 'any' };
  if (value.kind === 'object') {
    return { kind: 'object', entries: new Map([...value.entries].map(([name, item]) => [name, settled(item, name)])) };
  }
  if (value.kind !== 'array') return value;
  const named = (item: Exact): string =>
    item.kind === 'object'
      ? ['type', 'name', 'event', 'id'].map((name) => textOf(item.entries.get(name))).join(':')
      : textOf(item);
  const sorted = value.items.toSorted((a, b) => (named(a) < named(b) ? -1 : 1));
  return { kind: 'array', items: sorted.map((item) => settled(item)) };
}

function textOf(value: Exact | undefined): string {
  return value !== undefined && 'text' in value ? value.text : '';
}

/** Every scalar becomes its type; of lists the first item stands for all. */
function typesOf(value: Exact): Exact {
  if (value.kind === 'object') {
    return { kind: 'object', entries: new Map([...value.entries].map(([name, item]) => [name, typesOf(item)])) };
  }
  if (value.kind === 'array') {
    // rows of a page come in no order, and differ in what they use
    const items = value.items.slice(0, 1).map(typesOf);
    return { kind: 'array', items: items.map((item) => without(item, 'actions')) };
  }
  if (value.kind === 'literal') return { kind: 'masked', of: value.text === 'null' ? 'null' : 'boolean' };
  return value.kind === 'masked' ? value : { kind: 'masked', of: value.kind === 'float' ? 'integer' : value.kind };
}

function without(value: Exact, name: string): Exact {
  if (value.kind !== 'object') return value;
  return { kind: 'object', entries: new Map([...value.entries].filter(([key]) => key !== name)) };
}
