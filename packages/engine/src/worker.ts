import { parentPort } from 'node:worker_threads';
import { warmUp } from '@sluice/rulesql';
import { createEngine } from './host/engine.ts';
import { serve } from './host/serve.ts';

// The entry of the worker thread; the build makes `engine-worker.js` of it.
if (parentPort !== null) {
  warmUp();
  serve(createEngine(), parentPort);
}
