/** Why some recorded cases come out otherwise here. The conformance test checks that the list is exact. */
export interface Difference {
  readonly reason: string;
  readonly cases: readonly string[];
}

/** The broker gave a result, or no match, and this is another one. */
export const DIFFERENCES: readonly Difference[] = [
  {
    reason:
      'The column `event` is a text here and an atom in the broker, so `is_str(event)` is true. Everywhere else the two cannot be told apart.',
    cases: ['fn_is_str-018'],
  },
  {
    reason:
      'Sine comes from the mathematics of JavaScript and differs from that of C in the last digit of some values.',
    cases: ['fn_sin-005'],
  },
  {
    reason:
      'The lexer of the broker takes a function of Erlang (`fun a:b/1.`) for a text, a left-over of another use of it. No rule can want this.',
    cases: ['invalid_crash-014', 'invalid_crash-015'],
  },
];

/** The broker broke on input that has an obvious meaning, and this gives the meaning. */
export const IMPROVEMENTS: readonly Difference[] = [
  {
    reason: 'NOT before AND, OR, IN and another NOT, and `x NOT IN (…)`.',
    cases: [
      'logic-008',
      'logic-010',
      'logic-011',
      'logic-059',
      'logic-063',
      'logic-064',
      'logic-081',
      'foreach-030',
      'not_semantics-009',
      'not_semantics-010',
      'not_semantics-024',
      'not_semantics-025',
      'not_semantics-026',
      'not_semantics-030',
      'not_semantics-038',
    ],
  },
  {
    reason: '`reverse`, `pad` and `sprintf` work on text beyond Latin-1.',
    cases: ['unicode-007', 'unicode-011', 'unicode-030', 'unicode-057', 'sprintf_more-032'],
  },
  { reason: '`abs` takes floats.', cases: ['fn_abs-008'] },
  { reason: "`bool` takes '1' and '0'.", cases: ['fn_bool-012'] },
  { reason: '`rtrim` takes the characters to remove.', cases: ['fn_rtrim-007', 'fn_rtrim-008'] },
  {
    reason: '`substr` counts a negative start from the end.',
    cases: ['fn_substr-005', 'fn_substr-006', 'fn_substr-010'],
  },
  { reason: 'CASE in parentheses may stand wherever a value may.', cases: ['invalid-225'] },
  { reason: 'A line break may stand before `/`.', cases: ['invalid-265'] },
  { reason: 'A comment at the end of a statement needs no line break.', cases: [] },
  {
    reason: 'A control character in a text of the statement is taken as it is; the API of the broker refuses it.',
    cases: ['literal_string-035', 'string_more-006'],
  },
  {
    reason: 'Bytes that are no UTF-8 are a clear error of the rule, not an internal error (500).',
    cases: ['fn_str_utf8-008'],
  },
];

/** Limits that the broker does not have; they keep one rule from stopping the others. */
export const LIMITS: readonly string[] = [
  'JSON may nest 1,000 levels deep, a statement 250.',
  'One run of a rule on one event has a budget of work, shared by everything it does: searching with regular expressions, jq, rows of FOREACH, texts and bytes that functions read and make. It is worth some 2 ms, for the costliest patterns up to 7 ms; a payload beyond 64 KiB adds up to 30 ms a MB. The first run of a statement, which the machine has not compiled yet, has taken up to 23 ms (`npx tsx bench/rulesql/worst-case.ts`). When it is spent, the run ends in an error that says so (`failed.exception`).',
  'Reading a payload as JSON is not part of that budget: it happens once per message for all rules and is linear, some 10 ms a MB. What a function reads as JSON otherwise is part of it.',
  'The first messages after the start may take longer, until the platform has translated the code; the engine runs the loops of searching, reading and hashing before it accepts any.',
  'A regular expression also stops where it makes no headway on long texts, which happens with references to groups and with loops that may stand still. Others take time in proportion to the text, or little more. A pattern has at most 5,000 bytes, repetitions go up to 1,000.',
  'Integers have at most 32,768 bits (9,864 digits).',
  'A range makes at most 100,000 items, an event at most 100,000 rows.',
  'A text is filled up to 1,000,000 characters; data unpacks to at most 16 MiB.',
  'Maps of more than 32 keys are written in the same descending order of keys as smaller ones; the broker has no order there.',
];
