import type { Value } from '@sluice/rulesql';

/** A column of a made-up event. */
export interface TestColumn {
  /** Its value unless the context sets it; a symbol for what is made for each test. */
  readonly example: Value;
  /** May the context set it? */
  readonly settable: boolean;
  /** The value of what the context gives; `undefined` when it does not fit. */
  read(given: unknown): Value;
  /** For the message when it does not. */
  readonly expected: string;
}

function settable(expected: string, read: (given: unknown) => Value): (example: Value) => TestColumn {
  return (example) => ({ example, settable: true, read, expected });
}

/** A column that only the broker knows. */
export function fixed(example: Value): TestColumn {
  return { example, settable: false, read: () => undefined, expected: '' };
}

export const text = settable('a text', (given) => {
  if (typeof given === 'string') return given;
  return Number.isInteger(given) ? String(given) : undefined;
});

export const integer = settable('an integer', (given) => {
  if (typeof given === 'string' && /^-?\d+$/.test(given)) return Number(given);
  return Number.isInteger(given) ? given : undefined;
});

export const flag = settable('true or false', (given) => {
  if (typeof given === 'boolean') return given;
  return given === 'true' ? true : given === 'false' ? false : undefined;
});

export const qos = settable('0, 1 or 2', (given) => {
  const level = typeof given === 'string' && given !== '' ? Number(given) : given;
  return level === 0 || level === 1 || level === 2 ? level : undefined;
});

export const map = settable('a map', (given) =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined,
);
