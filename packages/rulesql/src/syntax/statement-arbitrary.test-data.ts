import fc from 'fast-check';

/** Statements that are whole, for property tests. */

const word = fc.constantFrom('a', 'b1', 'payload', 'clientid', 'x_y', 'topic', 'qos', 'selector');
const quoted = fc.constantFrom('"a b"', '"日本"', '"from"', '"payload.x"');
const literal = fc.constantFrom('0', '1', '42', '1.5', '2.0e3', "'text'", "'it''s'", "''", 'true', 'false');
const index = fc.constantFrom('[1]', '[-1]', '[0]', '[-0]', '[i]', '[payload.i]');
const segment = fc.oneof(
  fc.tuple(fc.constant('.'), fc.oneof(word, quoted, fc.constantFrom("'k 1'"))).map((parts) => parts.join('')),
  index,
);
const path = fc
  .tuple(fc.oneof(word, quoted), fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '', '.7'))
  .map(([head, rest, last]) => head + rest.join('') + last);

const { condition, item } = fc.letrec<{ scalar: string; condition: string; item: string; call: string }>((tie) => ({
  scalar: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    path,
    fc.constantFrom('[1..3]', 'payload.a[1..2]', '[]'),
    tie('call'),
    fc
      .tuple(tie('scalar'), fc.constantFrom('+', '-', '*', '/', 'div', 'mod'), tie('scalar'))
      .map((parts) => parts.join(' ')),
    tie('scalar').map((inner) => `(${inner})`),
    tie('scalar').map((inner) => `-${inner.startsWith('-') ? ` ${inner}` : inner}`),
    fc.array(tie('scalar'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  ),
  call: fc
    .tuple(fc.constantFrom('upper', 'concat', 'div', 'coalesce', 'nosuch'), fc.array(tie('item'), { maxLength: 3 }))
    .map(([name, args]) => `${name}(${args.join(', ')})`),
  item: fc.oneof(
    { depthSize: 'small' },
    tie('scalar'),
    fc.tuple(tie('scalar'), fc.constantFrom('=', '!=', '<', '>=', '=~'), tie('scalar')).map((parts) => parts.join(' ')),
    fc
      .tuple(tie('condition'), tie('scalar'), tie('scalar'))
      .map(([when, then, otherwise]) => `case when ${when} then ${then} else ${otherwise} end`),
    fc
      .tuple(tie('scalar'), tie('scalar'), tie('scalar'))
      .map(([of, when, then]) => `case ${of} when ${when} then ${then} end`),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(tie('scalar'), fc.constantFrom('=', '<>', '>', '<='), tie('scalar')).map((parts) => parts.join(' ')),
    fc.tuple(tie('scalar'), fc.constantFrom('in', 'NOT IN'), tie('scalar')).map(([a, op, b]) => `${a} ${op} (${b}, 1)`),
    fc.tuple(tie('condition'), fc.constantFrom('and', 'OR'), tie('condition')).map((parts) => parts.join(' ')),
    tie('condition').map((inner) => `(${inner})`),
    tie('condition').map((inner) => `not ${inner}`),
    tie('call'),
  ),
}));

const items = fc
  .array(
    fc.oneof(
      fc.constant('*'),
      fc.tuple(item, fc.option(path)).map(([value, alias]) => (alias === null ? value : `${value} as ${alias}`)),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.join(', '));
const from = fc
  .array(fc.constantFrom('"t/#"', "'a'", '"$events/client_connected"', '"$bridges/mqtt:x"'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((list) => list.join(', '));
const where = fc.option(condition).map((text) => (text === null ? '' : ` WHERE ${text}`));

export const statementArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(items, from, where).map(([what, source, filter]) => `SELECT ${what} FROM ${source}${filter}`),
  fc
    .tuple(items, fc.option(items), fc.option(condition), from, where)
    .map(
      ([what, each, only, source, filter]) =>
        `FOREACH ${what}${each === null ? '' : ` DO ${each}`}${only === null ? '' : ` INCASE ${only}`} FROM ${source}${filter}`,
    ),
);

/** Pieces of the language in any order, and noise. */
export const brokenArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'SELECT',
        'FROM',
        'WHERE',
        'FOREACH',
        'DO',
        'INCASE',
        'AS',
        'and',
        'or',
        'not',
        'in',
        'case',
        'when',
        'then',
        'else',
        'end',
        'if',
        '(',
        ')',
        '[',
        ']',
        ',',
        '.',
        '..',
        '*',
        '+',
        '-',
        '/',
        'div',
        'mod',
        '=',
        '<>',
        '=~',
        '~=',
        '--',
        '\n',
        '"',
        "'",
        '${',
        'a',
        'payload',
        '"t/#"',
        "'x'",
        '1',
        '1.5',
        '10e5',
        '{',
        ';',
        '日',
        '\ud800',
        '\u0000',
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join(' ')),
  fc.tuple(statementArbitrary, fc.nat(), fc.nat(12)).map(([sql, at, length]) => {
    const from = at % (sql.length + 1);
    return sql.slice(0, from) + sql.slice(from + length);
  }),
);
