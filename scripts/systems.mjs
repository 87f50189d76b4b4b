// The real systems that drivers are tested against.
//   node scripts/systems.mjs                 fetch, start, run the driver cases against them, stop (npm run test:systems)
//   node scripts/systems.mjs fetch <file>    only fetch, and write to the file what cannot be had and why (npm test)
//   node scripts/systems.mjs start <system> [--folder <data>] [--ports <a,b,…>] [--advertise <port>]
//        (--advertise: the port that clients are told to use, for a proxy in between)
//        runs kafka or pulsar until standard input ends or Ctrl-C; prints one line of JSON when it is ready
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, requireNode, root } from './setup.mjs';
import { fetchSystems, SYSTEMS, skipEnvironment, tryStarts } from './systems/prepare.mjs';
import { endJava, endLeftovers } from './systems/process.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, ports: { type: 'string' }, advertise: { type: 'string' } },
});
const [command, name, ...rest] = positionals;

requireNode();
if (command === undefined || command === 'test') await test(positionals.slice(1));
else if (command === 'fetch') writeFileSync(resolve(name), JSON.stringify(fetchSystems()));
else if (command === 'start' && Object.hasOwn(SYSTEMS, name ?? '') && rest.length === 0)
  await start(SYSTEMS[name].start);
else {
  console.error(`Usage: node scripts/systems.mjs [test [file…]] | start ${Object.keys(SYSTEMS).join('|')}`);
  process.exit(2);
}

async function start(startSystem) {
  const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), `sluice-${name}-`)) : resolve(values.folder);
  const { child, facts } = await startSystem(folder, {
    ports: values.ports?.split(',').map(Number),
    advertise: values.advertise,
  });
  const stop = () => endJava(child);
  child.once('exit', () => {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
  process.stdin.resume();
  process.stdin.once('end', stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(JSON.stringify(facts));
}

async function test(files) {
  process.chdir(root);
  ensureInstalled();
  endLeftovers();
  const reasons = await tryStarts(fetchSystems());
  for (const [name, reason] of Object.entries(reasons)) {
    if (reason !== '') console.log(`Skipped: the cases on ${SYSTEMS[name].title}. ${reason}`);
  }
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.systems.config.ts', ...files],
    { stdio: 'inherit', env: { ...process.env, ...skipEnvironment(reasons) } },
  );
  endLeftovers();
  process.exit(status ?? 1);
}
