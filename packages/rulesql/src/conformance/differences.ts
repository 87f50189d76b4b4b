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
  'JSON may nest 1,000 levels deep, a statement 250. A statement has at most 8,000 names, values and signs (some 1,300 terms of WHERE, 3,900 items of IN), so that reading it takes no longer than a run may.',
  'One run of a rule on one event has a budget of work, shared by everything it does: searching with regular expressions, jq, rows of FOREACH with what is evaluated for each, texts and bytes that functions read and make. It is 60,000 units and 2 more for every byte of the payload; a unit stands for some 10 ns. When it is spent, the run ends in an error that says so (`failed.exception`). Units are counted, not timed: the same event always has the same result.',
  'That keeps a run on a message of up to 100 KB below 5 ms of the thread, the first one after the start included. Shown by 134 statements that do as much as they can (`npx tsx bench/rulesql/worst-case.ts`, each in a process of its own; `--warm` for all in one): with warm code none takes longer than 4 ms, on a machine with ten times the work it can do. What remains: a first run meets code that the platform may not have translated yet. The engine runs the loops of every costly function before it accepts messages, which takes some 0.2 s; where the compiler gets no time beside (that busy machine), first runs of FOREACH over thousands of rows have taken up to 7 ms.',
  'A longer message has more: each MB adds up to 20 ms, for a rule that really works on all of it. A rule that looks at a few fields of it does not need that.',
  'Reading a payload as JSON is not part of that budget: it happens once per message for all rules and is linear. From 16 KB on the payload is first only skimmed (some 3.5 ms a MB, all of it checked), and what rules look at is read; a rule that wants the whole, or most of it, has it read (some 10 ms a MB). What a function reads as JSON otherwise is part of the budget.',
  '`gzip`, `zip` and `zip_compress` pack more than 1 KB with level 1 of zlib, the broker with level 6: the packed data differ, what unpacks from them does not.',
  'A regular expression also stops where it makes no headway on long texts, which happens with references to groups and with loops that may stand still. Others take time in proportion to the text, or little more. A pattern has at most 5,000 bytes, repetitions go up to 1,000.',
  'Integers have at most 32,768 bits (9,864 digits).',
  'A range makes at most 100,000 items, an event at most 100,000 rows.',
  'A text is filled up to 1,000,000 characters; data unpacks to at most 16 MiB.',
  'Maps of more than 32 keys are written in the same descending order of keys as smaller ones; the broker has no order there.',
];
