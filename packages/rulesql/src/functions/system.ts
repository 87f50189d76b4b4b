import { Fault } from '../value/fault.ts';
import { writeJson } from '../value/json-encode.ts';
import { float } from '../value/number.ts';
import { string } from './arguments.ts';
import type { systemDocs } from './docs/time.ts';
import type { Implementations } from './implementation.ts';

/** Every platform has it; the type libraries of Node and the browser describe it, this package uses neither. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** Values that all rules together may keep. */
const MAX_STORED = 100_000;

function uuid(separator: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(separator);
}

/** Keys are any values; equal ones have the same JSON text. */
const keyOf = writeJson;

function put(store: Map<string, unknown>, key: unknown, value: unknown): void {
  const name = keyOf(key);
  if (!store.has(name) && store.size >= MAX_STORED) throw new Fault(`at most ${MAX_STORED} values can be stored.`);
  store.set(name, value);
}

export const system: Implementations<typeof systemDocs> = {
  random: () => float(Math.random() || Number.MIN_VALUE),
  uuid_v4: () => uuid('-'),
  uuid_v4_no_hyphen: () => uuid(''),
  getenv: { run: (frame, name) => frame.environment.getenv(string(name)) ?? '' },
  proc_dict_get: { run: (frame, key) => frame.scratch.get(keyOf(key)) },
  proc_dict_put: {
    run(frame, key, value) {
      const before = frame.scratch.get(keyOf(key));
      put(frame.scratch, key, value);
      return before;
    },
  },
  proc_dict_del: {
    run(frame, key) {
      const before = frame.scratch.get(keyOf(key));
      frame.scratch.delete(keyOf(key));
      return before;
    },
  },
  kv_store_get: {
    run(frame, key, otherwise) {
      const store = frame.environment.kv;
      return store.has(keyOf(key)) ? store.get(keyOf(key)) : otherwise;
    },
  },
  kv_store_put: {
    run(frame, key, value) {
      put(frame.environment.kv, key, value);
      return true;
    },
  },
  kv_store_del: {
    run(frame, key) {
      frame.environment.kv.delete(keyOf(key));
      return true;
    },
  },
};
