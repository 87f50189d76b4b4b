import { Fault } from '../value/fault.ts';
import type { Jq } from './ast.ts';
import type { Native, NativeCall } from './machine.ts';
import { getPath, isTrue, numberOf, pathOf } from './value.ts';

function range({ machine, args, scope, value, trace, emit }: NativeCall): void {
  const [a, b, c] = args;
  const bound = (node: Jq | undefined, otherwise: number, use: (n: number) => void): void => {
    if (node) machine.run(node, scope, value, undefined, (n) => use(numberOf(n)));
    else use(otherwise);
  };
  bound(b ? a : undefined, 0, (from) =>
    bound(b ?? a, 0, (to) =>
      bound(c, 1, (by) => {
        if (by === 0) throw new Fault('a range of jq with a step of 0 has no end.');
        for (let n = from; by > 0 ? n < to : n > to; n += by) {
          machine.step();
          emit(n, trace === undefined ? undefined : null);
        }
      }),
    ),
  );
}

function limit({ machine, args, scope, value, trace, emit }: NativeCall): void {
  const [countNode, source] = args;
  if (!countNode || !source) return;
  machine.run(countNode, scope, value, undefined, (count) => {
    let left = numberOf(count);
    if (left <= 0) return;
    const token = {};
    machine.stoppable(token, () =>
      machine.run(source, scope, value, trace, (item, at) => {
        left--;
        emit(item, at);
        if (left <= 0) throw token;
      }),
    );
  });
}

function firstOf({ machine, args, scope, value, trace, emit }: NativeCall): void {
  const [source] = args;
  if (!source) return;
  let found: { readonly item: unknown; readonly at: NativeCall['trace'] } | undefined;
  const token = {};
  machine.stoppable(token, () =>
    machine.run(source, scope, value, trace, (item, at) => {
      found = { item, at };
      throw token;
    }),
  );
  if (found) emit(found.item, found.at);
}

function lastOf({ machine, args, scope, value, trace, emit }: NativeCall): void {
  const [source] = args;
  if (!source) return;
  let found: { readonly item: unknown; readonly at: NativeCall['trace'] } | undefined;
  machine.run(source, scope, value, trace, (item, at) => {
    found = { item, at };
  });
  if (found) emit(found.item, found.at);
}

function until({ machine, args, scope, value, trace, emit }: NativeCall): void {
  const [test, update] = args;
  if (!test || !update) return;
  let state = value;
  while (!isTrue(machine.all(test, scope, state).at(0) ?? false)) {
    machine.step();
    const [next] = machine.all(update, scope, state);
    if (next === undefined) return;
    state = next;
  }
  emit(state, trace === undefined ? undefined : null);
}

/** Functions that give many results, or end early. */
export const STREAMS: Readonly<Record<string, Native>> = {
  'range/1': range,
  'range/2': range,
  'range/3': range,
  'limit/2': limit,
  'first/1': firstOf,
  'last/1': lastOf,
  'first/0': ({ value, trace, emit }) => emit(getPath(value, [0]), trace ? [...trace, 0] : trace),
  'last/0': ({ value, trace, emit }) => emit(getPath(value, [-1]), trace ? [...trace, -1] : trace),
  'until/2': until,
  'recurse/0': ({ machine, value, trace, emit }) => machine.recurse(value, trace, emit),
  'path/1': ({ machine, args, scope, value, trace, emit }) => {
    const [source] = args;
    for (const path of source ? machine.paths(source, scope, value) : [])
      emit(path, trace === undefined ? undefined : null);
  },
  'getpath/1': ({ machine, args, scope, value, trace, emit }) => {
    const [source] = args;
    if (!source) return;
    machine.run(source, scope, value, undefined, (given) => {
      const path = pathOf(given);
      emit(getPath(value, path), trace ? [...trace, ...path] : trace);
    });
  },
};
