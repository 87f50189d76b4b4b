import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type EngineHost } from '@sluice/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EngineUnavailable, superviseEngine } from './supervised-engine.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-supervision-'));
});
afterEach(() => rmSync(dir, { recursive: true, maxRetries: 3 }));

it('starts a crashed engine again, on the same port, with what is configured now', async () => {
  const made: { engine: EngineHost; crash(error: Error): void }[] = [];
  const lines: string[] = [];
  const rule = {
    id: 'r',
    name: '',
    sql: 'SELECT * FROM "a"',
    enable: true,
    description: '',
    actions: [],
    created_at: '',
    last_modified_at: '',
  };
  const supervised = superviseEngine({
    make(crash) {
      const engine = createEngine();
      made.push({ engine, crash });
      return engine;
    },
    config: () => ({ connectors: [], actions: [], sources: [], rules: [rule] }),
    log: (line) => lines.push(line),
    firstPause: 10,
  });
  const none = { connectors: [], actions: [], sources: [], rules: [] };
  const started = await supervised.start({ node: 'n', mqttHost: '127.0.0.1', mqttPort: 0, dataDir: dir, config: none });
  expect(started.ok).toBe(true);
  expect((await supervised.stats()).rules).toBe(0);

  await made[0]!.engine.stop();
  made[0]!.crash(new Error('out of memory'));
  await expect(supervised.stats()).rejects.toBeInstanceOf(EngineUnavailable);

  await expect
    .poll(
      () =>
        supervised.stats().then(
          (stats) => stats.rules,
          () => -1,
        ),
      { timeout: 5000 },
    )
    .toBe(1);
  const again = createEngine();
  const port = started.ok ? started.value.mqttPort : 0;
  const taken = await again.start({
    node: 'n',
    mqttHost: '127.0.0.1',
    mqttPort: port,
    dataDir: join(dir, 'x'),
    config: none,
  });
  expect(taken.ok).toBe(false);
  expect(lines).toEqual(['the engine has ended: out of memory', 'the engine runs again']);

  // a late word of the first engine changes nothing
  made[0]!.crash(new Error('again'));
  expect((await supervised.stats()).rules).toBe(1);
  await supervised.stop();
});
