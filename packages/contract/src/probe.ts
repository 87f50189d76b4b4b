import type { Failure } from './errors.ts';

/** One stage of a connection test; the first that fails ends the test. */
export interface ProbeStage {
  readonly stage: 'resolve' | 'connect' | 'tls' | 'authenticate' | 'permission' | 'request';
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Duration in ms. */
  readonly ms: number;
  readonly detail?: string;
  /** Why it failed and what to do. */
  readonly error?: Failure;
}

export interface ProbeReport {
  readonly ok: boolean;
  readonly stages: readonly ProbeStage[];
}
