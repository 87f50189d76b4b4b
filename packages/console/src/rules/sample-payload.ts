import { type Token, tokens } from '@sluice/rulesql';
import { formatJson } from '../editor/json-text.ts';

/**
 * A payload with the fields that a statement reads, for a first test: a field that is compared with a text gets that
 * text, every other one a number. `undefined` when the statement reads nothing inside the payload.
 */
export function samplePayload(sql: string): string | undefined {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const root: Record<string, unknown> = {};
  for (let at = 0; at < all.length; at++) {
    const token = all[at];
    if (token?.kind !== 'name' || token.text !== 'payload' || isDot(all[at - 1])) continue;
    const names: string[] = [];
    while (isDot(all[at + 1]) && isName(all[at + 2])) {
      names.push(all[at + 2]?.text ?? '');
      at += 2;
    }
    // An index ends the path: what is in a list cannot be guessed.
    const isList = all[at + 1]?.text === '[' && all[at + 1]?.kind === 'punctuation';
    if (names.length > 0 && !isList) put(root, names, valueFor(all[at + 1], all[at + 2]));
  }
  return Object.keys(root).length === 0 ? undefined : formatJson(JSON.stringify(root), 44);
}

function isDot(token: Token | undefined): boolean {
  return token?.kind === 'punctuation' && token.text === '.';
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'name' || token?.kind === 'quotedName' || token?.kind === 'keyword';
}

function valueFor(operator: Token | undefined, operand: Token | undefined): unknown {
  if (operator?.kind === 'operator' && operand?.kind === 'string') return operand.text;
  if (operator?.kind === 'operator' && operand?.kind === 'boolean') return operand.text === 'true';
  return 1;
}

function put(root: Record<string, unknown>, names: readonly string[], value: unknown): void {
  let holder = root;
  for (const name of names.slice(0, -1)) {
    const next = holder[name];
    holder[name] = typeof next === 'object' && next !== null ? next : {};
    holder = holder[name] as Record<string, unknown>;
  }
  const last = names[names.length - 1] ?? '';
  // A field that is read twice keeps the value that says more.
  if (holder[last] === undefined || holder[last] === 1) holder[last] = value;
}
