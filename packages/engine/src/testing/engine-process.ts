import { createEngine } from '../host/engine.ts';
import type { EngineOptions } from '../host.ts';

// A process that is nothing but an engine, to be killed. Its only argument is its options as JSON.
const engine = createEngine();
const started = await engine.start(JSON.parse(process.argv[2] ?? '{}') as EngineOptions);
process.stdout.write(`${JSON.stringify(started)}\n`);
