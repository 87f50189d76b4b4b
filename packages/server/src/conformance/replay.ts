import type { Reply, TestServer } from '../testing/test-server.ts';
import type { Case } from './cases.ts';
import { differences } from './compare.ts';
import { type Exact, maskExact, readExact } from './exact-json.ts';

export interface Outcome {
  readonly id: string;
  readonly group: string;
  /** Empty: equal. */
  readonly differences: readonly string[];
}

const PREFIX = 'cfx_';

/** Sends the steps in order and compares each answer with the recorded one. */
export async function replay(
  server: TestServer,
  cases: readonly Case[],
  variables: Record<string, string>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of cases) {
    const reply = await sendStep(server, step, variables);
    for (const [name, path] of Object.entries(step.save ?? {})) {
      variables[name] = String(path.split('.').reduce((value, key) => value?.[key], reply.body));
    }
    if (step.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, step.pause));
    if (step.setup_only === true || step.recorded === undefined) continue;
    outcomes.push({ id: step.id, group: step.group, differences: compareStep(step, reply, variables) });
  }
  return outcomes;
}

function fill<T>(value: T, variables: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value)?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => variables[name] ?? whole);
  return text === undefined ? value : (JSON.parse(text) as T);
}

async function sendStep(server: TestServer, step: Case, variables: Readonly<Record<string, string>>): Promise<Reply> {
  const auth = step.auth === undefined ? `Bearer ${server.token}` : fill(step.auth, variables);
  const basic = auth.startsWith('basic:') ? `Basic ${Buffer.from(auth.slice(6)).toString('base64')}` : auth;
  const send = () =>
    server.call(step.method, fill(step.path, variables), {
      auth: basic === 'none' ? false : basic,
      ...(step.raw_body !== undefined && { raw: fill(step.raw_body, variables) }),
      ...(step.body !== undefined && { body: fill(step.body, variables) }),
      ...(step.headers !== undefined && { headers: { ...step.headers } }),
    });
  let reply = await send();
  const { until } = step;
  const deadline = Date.now() + (until?.ms ?? 6000);
  while (until !== undefined && Date.now() < deadline && reply.body?.[until.path] !== until.value) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    reply = await send();
  }
  return reply;
}

function compareStep(step: Case, reply: Reply, variables: Readonly<Record<string, string>>): string[] {
  const recorded = step.recorded;
  if (recorded === undefined) return [];
  if (reply.status !== recorded.status)
    return [`status ${recorded.status} expected, got ${reply.status} ${reply.text}`];
  if (recorded.status >= 400) {
    const code = typeof reply.body === 'object' ? reply.body?.code : undefined;
    return code === recorded.code ? [] : [`code ${recorded.code} expected, got ${code}`];
  }
  const wanted = readExact(recorded.body_text);
  if (wanted === undefined) {
    const neutral = (text: string) => text.replace(/\w+@[\w.]+/g, '<node>');
    return neutral(recorded.body_text) === neutral(reply.text) ? [] : [`other text: ${reply.text}`];
  }
  const got = readExact(reply.text);
  if (step.unordered === true) return differences(pageShape(wanted), got && pageShape(got));
  const normal = (value: Exact) =>
    neutral(sorted(maskExact(step.only_prefix === true ? ours(value) : value, step.mask ?? [])), variables);
  return differences(normal(wanted), got && normal(got));
}

/** Rates are left out; the two runs have other nodes, ports and addresses. */
function neutral(value: Exact, variables: Readonly<Record<string, string>>): Exact {
  switch (value.kind) {
    case 'object':
      return {
        kind: 'object',
        entries: new Map(
          [...value.entries]
            .filter(([key]) => !/rate/.test(key))
            .map(([key, item]) => [key, key === 'node' ? { kind: 'masked', of: item.kind } : neutral(item, variables)]),
        ),
      };
    case 'array':
      return { kind: 'array', items: value.items.map((item) => neutral(item, variables)) };
    case 'string': {
      const text = value.text
        .replaceAll(variables.sink ?? '', '<sink>')
        .replaceAll('18099', '<sink>')
        .replaceAll('127.0.0.1:1883', '<mqtt>')
        .replaceAll(variables.mqtt ?? '', '<mqtt>');
      return { kind: 'string', text };
    }
    default:
      return value;
  }
}

function idOf(value: Exact): string {
  const id = value.kind === 'object' ? value.entries.get('id') : undefined;
  return id?.kind === 'string' ? id.text : '';
}

function nameOf(value: Exact): string {
  if (value.kind !== 'object') return '';
  const field = value.entries.get('name') ?? value.entries.get('id');
  return field?.kind === 'string' ? field.text : '';
}

/** Only the objects of this run, by type and name. */
function ours(value: Exact): Exact {
  if (value.kind !== 'array') return value;
  const items = value.items.filter((item) => nameOf(item).startsWith(PREFIX));
  return { kind: 'array', items: items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) };
}

/** The rows of a page in the order of their ids. */
function sorted(value: Exact): Exact {
  const data = value.kind === 'object' ? value.entries.get('data') : undefined;
  if (value.kind !== 'object' || data?.kind !== 'array') return value;
  const items = data.items.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return { kind: 'object', entries: new Map([...value.entries, ['data', { kind: 'array', items }]]) };
}

function pageShape(value: Exact): Exact {
  if (value.kind !== 'object') return value;
  const data = value.entries.get('data');
  const rows = data?.kind === 'array' ? data.items.length : 0;
  const meta = value.entries.get('meta');
  return {
    kind: 'object',
    entries: new Map([
      ['rows', { kind: 'integer', text: String(rows) }],
      ...(meta === undefined ? [] : [['meta', meta] as const]),
    ]),
  };
}
