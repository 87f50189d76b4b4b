import type { Frame } from '../compile/frame.ts';
import type { FunctionDocs } from './doc.ts';

/** Works on its arguments alone. Never changes them; throws a `Fault` on arguments it cannot take. */
export type Pure = (...args: unknown[]) => unknown;

/** Also reads the run: clock, event, stores. */
export interface Contextual {
  readonly run: (frame: Frame, ...args: unknown[]) => unknown;
}

export type Implementation = Pure | Contextual;

/** Exactly the functions that `Docs` describes: a function without a description, or the reverse, does not compile. */
export type Implementations<Docs extends FunctionDocs> = { readonly [Name in keyof Docs]: Implementation };
