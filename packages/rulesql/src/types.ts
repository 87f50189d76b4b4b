/**
 * A value of the rule language. How integers and floats are told apart, and bytes from text, is decided in `value.ts`;
 * everyone else treats a value as opaque and goes through `decodeJson`, `encodeJson` and templates.
 */
export type Value = unknown;

/**
 * The columns of one event. Columns are computed when a rule reads them, once per event, and shared by all rules that
 * see the event: so is the decoded payload.
 */
export interface EventColumns {
  /** Value of a column; `undefined` when the event has no such column. */
  get(column: string): Value;
  /** Names of all columns, for `SELECT *`. */
  names(): readonly string[];
  /**
   * The payload read as JSON. The first rule that looks inside the payload fills it in, the others share it; whoever
   * makes an event declares the property and leaves it `undefined`.
   */
  decoded?: DecodedPayload | undefined;
  /** Members of a large payload that has not been read as a whole; `null` where it has to be. Filled in like `decoded`. */
  members?: { get(key: string): Value } | null;
}

/** What became of a payload that was read as JSON. */
export type DecodedPayload =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Where a statement is wrong: offsets in UTF-16 code units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly span: Span;
  /** Stable name, for translation and tests. */
  readonly code: string;
  /**
   * A warning that is no matter of taste: wherever this is reached the rule fails, or nothing ever comes out. The broker
   * takes such a statement, so it is no error; whoever saves it should be asked first.
   */
  readonly fatal?: true;
  /** Names and code stand between backticks. */
  readonly message: { readonly en: string; readonly zh: string };
  /** What could stand here instead. */
  readonly expected?: readonly string[];
  /** A replacement of `span` that would mend it. */
  readonly fix?: { readonly title: { readonly en: string; readonly zh: string }; readonly text: string };
}

export type CompileResult =
  | { readonly ok: true; readonly plan: Plan }
  /** `message` says the first error on one line, with its place. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly message: string };

/** A statement, compiled once. */
export interface Plan {
  readonly kind: 'select' | 'foreach';
  /** The FROM list as written, without quotes. */
  readonly from: readonly string[];
  run(event: EventColumns, environment: Environment): RunResult;
}

/** What evaluation may ask of the outside world; every entry is deterministic in tests. */
export interface Environment {
  /** Unix time in ms. */
  now(): number;
  readonly node: string;
  readonly ruleId: string;
  /** kv_store_* functions. */
  readonly kv: Map<string, Value>;
  getenv(name: string): string | undefined;
  /** Offset of the local time zone at a Unix time in ms, in seconds east of UTC; UTC where it is left out. */
  readonly utcOffset?: (at: number) => number;
}

export type RunResult =
  | { readonly kind: 'rows'; readonly rows: readonly Value[] }
  | { readonly kind: 'no_match' }
  /** `clause` is where it failed; `message` says why, for a person. */
  | {
      readonly kind: 'error';
      readonly clause: 'select' | 'where' | 'foreach' | 'do' | 'incase';
      readonly message: string;
    };

/** A `${path}` template, compiled once. */
export interface Template {
  readonly source: string;
  /** Paths it reads. */
  readonly placeholders: readonly (readonly string[])[];
  /** A template without placeholders renders to `source`. Bytes that are no UTF-8 show as U+FFFD. */
  render(row: Value): string;
  /** The same as bytes; binary values pass through unharmed. For payloads. */
  renderBytes(row: Value): Uint8Array;
  /** What the one placeholder leads to, where the template is nothing else; the rendered text otherwise. */
  value(row: Value): Value;
}
