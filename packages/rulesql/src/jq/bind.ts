import type { Pattern } from './ast.ts';
import type { Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import { getJq } from './value.ts';

/** Takes a value apart and runs the rest with the names bound, for every combination. */
export function bindPattern(
  machine: Machine,
  pattern: Pattern,
  source: unknown,
  scope: Scope | undefined,
  value: unknown,
  use: (scope: Scope | undefined) => void,
): void {
  if (pattern.kind === 'name') {
    use({ kind: 'variable', name: pattern.name, value: source, next: scope });
    return;
  }
  if (pattern.kind === 'array') {
    const bindItem = (i: number, inner: Scope | undefined): void => {
      const item = pattern.items[i];
      if (item) bindPattern(machine, item, getJq(source, i), inner, value, (next) => bindItem(i + 1, next));
      else use(inner);
    };
    bindItem(0, scope);
    return;
  }
  const bindEntry = (i: number, inner: Scope | undefined): void => {
    const entry = pattern.entries[i];
    if (!entry) {
      use(inner);
      return;
    }
    machine.run(entry.key, inner, value, undefined, (key) => {
      const item = getJq(source, key);
      const named: Scope | undefined =
        entry.bind === undefined ? inner : { kind: 'variable', name: entry.bind, value: item, next: inner };
      if (entry.value) bindPattern(machine, entry.value, item, named, value, (next) => bindEntry(i + 1, next));
      else bindEntry(i + 1, named);
    });
  };
  bindEntry(0, scope);
}
