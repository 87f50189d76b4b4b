// How fast the rule language is on one core. `npx tsx bench/rulesql/run.ts [seconds per figure]`
import { RULE_EVENTS } from '@sluice/contract';
import {
  analyze,
  columnsOf,
  compile,
  compileTemplate,
  complete,
  type Environment,
  type EventColumns,
  encodeJson,
  format,
  type LanguageContext,
  type Plan,
} from '@sluice/rulesql';

const SECONDS = Number(process.argv[2] ?? 1);

const environment: Environment = {
  now: () => Date.now(),
  node: 'node1',
  ruleId: 'r1',
  kv: new Map(),
  getenv: () => undefined,
};

const items = Array.from({ length: 20 }, (_, i) => ({ id: `s${i}`, value: i * 1.5, ok: i % 3 === 0 }));
const SMALL = '{"temp":21.5,"hum":40,"id":"th-09","tags":["indoor","roof"]}';
const LIST = JSON.stringify({ site: 'a', items });

const columns = {
  event: 'message.publish',
  id: '000660C035BBAFF1F442000012E90002',
  clientid: 'gw-17',
  username: 'ops',
  peerhost: '10.0.0.7',
  peername: '10.0.0.7:55318',
  topic: 'plant/line7/press',
  qos: 1,
  flags: { retain: false, dup: false },
  pub_props: { 'User-Property': {} },
  client_attrs: {},
  publish_received_at: 1795228511743,
  timestamp: 1795228511744,
  node: 'node1',
  metadata: { rule_id: 'r1' },
};

function planOf(sql: string): Plan {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.plan;
}

/** Runs `work` for a while; gives operations per second of one core, and CPU microseconds an operation. */
function measure(work: () => unknown, perRound = 1000): { perSecond: number; cpuMicros: number } {
  for (let i = 0; i < 20 * perRound; i++) work();
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  let count = 0;
  while (Number(process.hrtime.bigint() - start) < SECONDS * 1e9) {
    for (let i = 0; i < perRound; i++) work();
    count += perRound;
  }
  const used = process.cpuUsage(cpu);
  const cpuMicros = (used.user + used.system) / count;
  // By the CPU time used, garbage collection included: others may be working on this machine.
  return { perSecond: 1e6 / cpuMicros, cpuMicros };
}

function show(name: string, figure: { perSecond: number; cpuMicros: number }, goal = ''): void {
  const rate = Math.round(figure.perSecond).toLocaleString('en').padStart(11);
  console.log(`${name.padEnd(64)} ${rate}/s a core ${figure.cpuMicros.toFixed(2).padStart(9)} µs ${goal}`);
}

/** A new event every time: the payload has to be decoded again. */
function events(payload: string): () => EventColumns {
  const row = { ...columns, payload };
  return () => columnsOf(row);
}

function rule(name: string, sql: string, payload: string, goal?: string): void {
  const plan = planOf(sql);
  const next = events(payload);
  show(
    name,
    measure(() => plan.run(next(), environment)),
    goal,
  );
}

console.log('Evaluation, the payload decoded for every message');
rule(
  'filter that matches',
  'SELECT clientid, payload.temp as t FROM "plant/#" WHERE payload.temp > 20',
  SMALL,
  'goal 500,000/s',
);
rule(
  'filter that does not',
  'SELECT clientid, payload.temp as t FROM "plant/#" WHERE payload.temp > 30',
  SMALL,
  'goal 500,000/s',
);
rule(
  'filter on columns, payload not read',
  'SELECT clientid, qos FROM "plant/#" WHERE clientid = \'gw-17\' and qos > 0',
  SMALL,
);
rule(
  'filter, 8 functions and a CASE',
  `SELECT upper(clientid) as c, concat(topic, '/x') as t, round(payload.temp) as r, abs(payload.hum) as a,
     split(topic, '/') as p, coalesce(payload.nope, 0) as n, substr(payload.id, 0, 2) as s, length(payload.tags) as l,
     case when payload.temp > 30 then 'hot' when payload.temp > 20 then 'warm' else 'cold' end as feel
   FROM "plant/#" WHERE payload.hum >= 40`,
  SMALL,
);
rule(
  'FOREACH over 20 items',
  'FOREACH payload.items as e DO e.id as id, e.value as v, clientid INCASE e.ok = true FROM "plant/#"',
  LIST,
);
rule('SELECT *', 'SELECT * FROM "plant/#"', SMALL);
rule('regular expression', 'SELECT clientid FROM "plant/#" WHERE regex_match(clientid, \'^gw-[0-9]+$\')', SMALL);
rule('jq', 'SELECT jq(\'.tags | map(ascii_upcase)\', payload) as t FROM "plant/#"', SMALL);

console.log('\nTwo rules on one event: the payload is decoded once');
const first = planOf('SELECT payload.temp as t FROM "plant/#" WHERE payload.temp > 20');
const second = planOf('SELECT payload.hum as h FROM "plant/#" WHERE payload.hum > 20');
const next = events(SMALL);
show(
  'two filters',
  measure(() => {
    const event = next();
    first.run(event, environment);
    return second.run(event, environment);
  }),
);

console.log('\nOutputs');
const row = { ...columns, payload: SMALL };
const template = compileTemplate('{"c":"${clientid}","t":${payload.temp}}');
const other = { ...row, payload: SMALL.replace('21.5', '22.5') };
let turn = false;
show(
  'template with two fields, one inside a new payload',
  measure(() => {
    turn = !turn;
    return template.render(turn ? row : other);
  }),
);
show(
  'the same, the payload looked into before',
  measure(() => template.render(row)),
);
show(
  'whole row as JSON',
  measure(() => encodeJson(row)),
);

console.log('\nStatements');
const statement = `SELECT clientid, payload.temp as t, upper(topic) as u FROM "plant/#" WHERE payload.temp > 20 and qos = 1`;
show(
  'compile',
  measure(() => compile(statement)),
  'goal 20,000/s',
);

console.log('\nEditor, a statement of 200 lines');
const context: LanguageContext = { events: RULE_EVENTS, sources: [], republishTopics: ['out/${clientid}'] };
const lines = Array.from({ length: 196 }, (_, i) => `  upper(payload.field${i}) as f${i}`);
const long = `SELECT\n${lines.join(',\n')}\nFROM\n  "plant/#"\nWHERE f1 = 'x'`;
for (const [name, work] of [
  ['diagnostics', () => analyze(long, context)],
  ['completion', () => complete(long, long.length - 20, context)],
  ['formatting', () => format(long)],
] as const) {
  const { perSecond } = measure(work, 5);
  console.log(`${name.padEnd(64)} ${(1000 / perSecond).toFixed(2).padStart(11)} ms, goal 50 ms`);
}
