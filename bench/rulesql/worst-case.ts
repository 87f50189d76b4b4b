// How long a rule can block at most. `npx tsx bench/rulesql/worst-case.ts [--warm]`
// Every statement gets a process of its own, which first does what the engine does when it starts; the first run is cold,
// the best of five more is warm. With --warm all share one process, which is faster.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { columnsOf, compile, type Environment, warmUp } from '@sluice/rulesql';
import { HOSTILE, type Hostile } from './hostile.ts';
import { blockedFor } from './thread-time.ts';

const LIMIT = 5;

interface Figure {
  readonly cold: number;
  readonly warm: number;
  readonly decode: number;
  readonly outcome: string;
}

const environment: Environment = {
  now: () => Date.now(),
  node: 'n',
  ruleId: 'r',
  kv: new Map(),
  getenv: () => undefined,
};

/** The payload is decoded beforehand, by another rule: reading it is not part of the bound. */
function measure({ sql, payload }: Hostile): Figure {
  const reader = compile('SELECT payload.x as x FROM "t"');
  const compiled = compile(sql);
  if (!reader.ok || !compiled.ok) throw new Error(compiled.ok ? 'reader' : `${sql.slice(0, 200)}: ${compiled.message}`);
  let outcome = '';
  let decode = 0;
  const once = (): number => {
    const event = columnsOf({ payload, topic: 't' });
    decode = blockedFor(() => reader.plan.run(event, environment));
    return blockedFor(() => {
      const result = compiled.plan.run(event, environment);
      outcome = result.kind === 'error' ? result.message : result.kind;
    });
  };
  const cold = once();
  const warm = Math.min(...Array.from({ length: 5 }, once));
  return { cold, warm, decode, outcome };
}

function inProcessOfItsOwn(index: number): Figure {
  const { stdout, stderr } = spawnSync(process.execPath, [
    ...process.execArgv,
    fileURLToPath(import.meta.url),
    `--one=${index}`,
  ]);
  try {
    return JSON.parse(stdout.toString()) as Figure;
  } catch {
    throw new Error(stderr.toString());
  }
}

const one = process.argv.find((argument) => argument.startsWith('--one='));
if (one) {
  warmUp();
  const hostile = HOSTILE[Number(one.slice('--one='.length))];
  if (hostile) process.stdout.write(JSON.stringify(measure(hostile)));
} else {
  const shared = process.argv.includes('--warm');
  console.log(`warm-up: ${blockedFor(warmUp).toFixed(0)} ms`);
  const figures = HOSTILE.map((hostile, i) => {
    const figure = shared ? measure(hostile) : inProcessOfItsOwn(i);
    const columns = [figure.cold, figure.warm]
      .map((ms) => `${ms.toFixed(2).padStart(8)}${ms > LIMIT ? ' !' : '  '}`)
      .join('');
    console.log(`${hostile.name.slice(0, 48).padEnd(48)} ${columns} ${figure.outcome.slice(0, 70)}`);
    return figure;
  });
  for (const kind of ['cold', 'warm'] as const) {
    const all = figures.map((figure) => figure[kind]).sort((x, y) => y - x);
    console.log(
      `${kind}: longest ${all[0]?.toFixed(2)} ms, ${all.filter((ms) => ms > LIMIT).length} of ${all.length} over ${LIMIT} ms`,
    );
  }
}
