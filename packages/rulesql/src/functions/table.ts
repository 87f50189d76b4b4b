import type { FunctionDoc, FunctionDocs } from './doc.ts';
import type { Implementation, Implementations } from './implementation.ts';
import { math } from './math.ts';
import { mathDocs } from './math-docs.ts';

export interface FunctionEntry {
  readonly doc: FunctionDoc;
  readonly implementation: Implementation;
}

const table = new Map<string, FunctionEntry>();

function add<Docs extends FunctionDocs>(docs: Docs, implementations: Implementations<Docs>): void {
  for (const [name, doc] of Object.entries(docs)) {
    const implementation = implementations[name];
    if (implementation) table.set(name, { doc, implementation });
  }
}

add(mathDocs, math);

/** Every function by name, with its implementation. */
export const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = table;
