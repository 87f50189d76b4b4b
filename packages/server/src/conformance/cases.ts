import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Recorded {
  readonly status: number;
  readonly code?: string;
  readonly body_text: string;
}

export interface Case {
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly raw_body?: string;
  readonly auth?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Paths whose values differ from run to run. */
  readonly mask?: readonly string[];
  /** Repeat until the value at `path` is there. */
  readonly until?: { readonly path: string; readonly value: unknown; readonly ms?: number };
  /** Values of the answer that later steps use. */
  readonly save?: Readonly<Record<string, string>>;
  /** Only objects of this run count in a list. */
  readonly only_prefix?: boolean;
  readonly sort?: string;
  /** Which rows a page holds is not defined: only their number and `meta` count. */
  readonly unordered?: boolean;
  /** Rates differ from run to run. */
  readonly rates?: boolean;
  /** Milliseconds to wait after the step. */
  readonly pause?: number;
  readonly setup_only?: boolean;
  readonly recorded?: Recorded;
}

const FILE = fileURLToPath(new URL('../../conformance/api_cases.recorded.jsonl', import.meta.url));

export function loadCases(): readonly Case[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);
}
