import { expect, it } from 'vitest';
import { type LiveLine, type LiveRun, verdictOf, withLines } from './live-log.ts';
import { traceLines } from './trace-lines.ts';

const run = (key: string): LiveLine => ({ kind: 'run', run: key, at: 1, event: '{"topic":"t"}' });
const rows = (key: string): LiveLine => ({ kind: 'result', run: key, outcome: 'rows', rows: ['{"a":1}'] });
const step = (key: string, more: object): LiveLine =>
  ({ kind: 'output', run: key, at: 2, row: 0, output: '0', name: 'http:a', ...more }) as LiveLine;

it('follows a row through its outputs', () => {
  let log = withLines([], [run('1'), rows('1'), step('1', { state: 'pending', request: { url: 'u' } })]);
  expect(verdictOf(log[0] as LiveRun)).toBe('waiting');
  log = withLines(log, [step('1', { state: 'retrying', message: 'HTTP 503' }), step('1', { state: 'retrying' })]);
  expect(verdictOf(log[0] as LiveRun)).toBe('retrying');
  log = withLines(log, [
    step('1', { state: 'delivered' }),
    step('1', { state: 'rejected', output: '1', name: 'mqtt:b' }),
  ]);
  expect(log).toMatchObject([
    {
      outcome: 'rows',
      rows: ['{"a":1}'],
      outputs: [
        { name: 'http:a', state: 'delivered', retries: 2, request: { url: 'u' } },
        { name: 'mqtt:b', state: 'rejected' },
      ],
    },
  ]);
  expect(verdictOf(log[0] as LiveRun)).toBe('bad');
});

it('leaves other runs alone, tells nothing twice, and forgets the oldest', () => {
  const first = withLines([], [run('1'), run('2'), run('1')]);
  expect(first).toHaveLength(2);
  const second = withLines(first, [rows('2'), rows('gone'), { kind: 'skipped', at: 3, lines: 7 }]);
  expect(second[0]).toBe(first[0]);
  expect(second[2]).toMatchObject({ kind: 'gap', lines: 7 });
  const many = withLines(
    second,
    Array.from({ length: 500 }, (_, index) => run(`r${index}`)),
  );
  expect(many).toHaveLength(200);
  expect(many.at(-1)?.key).toBe('r499');
});

const line = (msg: string, meta: string) => `{"time":1700000000000000,"level":"debug","msg":"${msg}","meta":${meta}}`;
const AT = '"rule_trigger_ts":[1700000000000]';

it('reads the log of a trace', () => {
  const info = '"action_info":{"type":"http","name":"a"}';
  const log = withLines(
    [],
    [
      line('rule_activated', `{${AT},"input":{"topic":"t/1","payload":"{}"}}`),
      line('SQL_yielded_result', `{${AT},"result":{"big":90071992547409931}}`),
      line('SQL_yielded_result', `{${AT},"result":{"big":2}}`),
      line('call_action_function', `{${AT},${info}}`),
      line('action_template_rendered', `{${AT},${info},"result":{"url":"u"}}`),
      line('action_failed', `{${AT},${info},"reason":{"status":500}}`),
      line('action_success', `{${AT},"action_info":{"func":"republish","args":{"topic":"x"}}}`),
      'no json',
    ].flatMap(traceLines),
  );
  expect(log).toMatchObject([
    {
      at: 1_700_000_000_000,
      event: '{"topic":"t/1","payload":"{}"}',
      outcome: 'rows',
      rows: ['{"big":90071992547409931}', '{"big":2}'],
      outputs: [
        { name: 'http:a', state: 'rejected', message: '{"status":500}', request: { url: 'u' } },
        { name: 'republish', state: 'delivered' },
      ],
    },
  ]);
});

it('takes errors of the statement, no match, and a line about several runs', () => {
  const two = '"rule_trigger_ts":[1,2]';
  const log = withLines(
    [],
    [
      line('rule_activated', `{"rule_trigger_ts":[1],"input":"{}"}`),
      line('rule_activated', `{"rule_trigger_ts":[2],"input":"{}"}`),
      line('WHERE_clause_exception', `{"rule_trigger_ts":[1],"reason":"badarith"}`),
      line('SQL_yielded_no_result', `{"rule_trigger_ts":[2]}`),
      line('request_expired', `{${two},"action_info":{"type":"mqtt","name":"b"},"reason":"late"}`),
    ].flatMap(traceLines),
  );
  expect(log).toMatchObject([
    { outcome: 'error', message: 'badarith', outputs: [{ state: 'dropped' }] },
    { outcome: 'no_match', outputs: [{ state: 'dropped', message: 'late' }] },
  ]);
});
