import { createEngine } from '../host/engine.ts';
import type { EngineOptions } from '../host.ts';

// A process that is nothing but an engine, to be killed. Its only argument is its options as JSON; it answers every
// message of its parent with the counters of its actions, but for "stop".
const engine = createEngine();
const started = await engine.start(JSON.parse(process.argv[2] ?? '{}') as EngineOptions);
process.on('message', async (message) => {
  if (message !== 'stop') {
    process.send?.(await engine.channelMetrics('action'));
    return;
  }
  await engine.stop();
  process.exit(0);
});
process.stdout.write(`${JSON.stringify(started)}\n`);
