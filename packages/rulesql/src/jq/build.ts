import { setKey } from '../value/value.ts';
import type { Jq } from './ast.ts';
import { applyFormat } from './formats.ts';
import type { Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import { JqError, typeOf } from './value.ts';

/** Joins the pieces of a string, for every combination of what its expressions give. */
export function buildString(
  machine: Machine,
  parts: readonly (string | Jq)[],
  format: string,
  done: string,
  scope: Scope | undefined,
  value: unknown,
  emit: (text: string) => void,
): void {
  const [part, ...rest] = parts;
  if (part === undefined) emit(done);
  else if (typeof part === 'string') buildString(machine, rest, format, done + part, scope, value, emit);
  else {
    machine.run(part, scope, value, undefined, (inner) => {
      buildString(machine, rest, format, done + applyFormat(format, inner), scope, value, emit);
    });
  }
}

/** Makes a map, for every combination of what keys and values give. */
export function buildObject(
  machine: Machine,
  entries: Extract<Jq, { kind: 'object' }>['entries'],
  done: Readonly<Record<string, unknown>>,
  scope: Scope | undefined,
  value: unknown,
  emit: (map: unknown) => void,
): void {
  const [entry, ...rest] = entries;
  if (!entry) {
    emit(done);
    return;
  }
  machine.run(entry.key, scope, value, undefined, (key) => {
    if (typeof key !== 'string') throw new JqError(`Object keys must be strings, not ${typeOf(key)}`);
    machine.run(entry.value, scope, value, undefined, (item) => {
      const next: Record<string, unknown> = { ...done };
      setKey(next, key, item);
      buildObject(machine, rest, next, scope, value, emit);
    });
  });
}
