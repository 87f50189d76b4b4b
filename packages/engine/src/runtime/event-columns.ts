import type { DecodedPayload, EventColumns, Value } from '@sluice/rulesql';

/** An event on its way through the rules: its columns, and what outputs need to know of it. */
export interface RuleInput extends EventColumns {
  /** Messages of one client keep their order through an action. */
  readonly key: string;
  /** How safe a buffered copy has to be (decision 23). */
  readonly qos: 0 | 1 | 2;
  /** How often rules have republished the message so far. */
  readonly hops: number;
  /** The rules that did, oldest first. */
  readonly via: readonly string[];
  /** The rule that looks at it now: its name is the column `metadata`. Set before each run. */
  ruleId: string;
}

/** How to compute each column of an event from what the broker told. */
export interface ColumnTable<S> {
  readonly names: readonly string[];
  readonly columns: ReadonlyMap<string, (source: S) => Value>;
}

export function columnTable<S>(columns: Readonly<Record<string, (source: S) => Value>>): ColumnTable<S> {
  return { names: [...Object.keys(columns), METADATA], columns: new Map(Object.entries(columns)) };
}

const METADATA = 'metadata';
const NOBODY: readonly string[] = [];

/** Columns are computed when read. The payload, which costs most, once for all rules of a message. */
class LazyInput<S> implements RuleInput {
  decoded: DecodedPayload | undefined = undefined;
  ruleId = '';
  readonly key: string;
  readonly qos: 0 | 1 | 2;
  readonly hops: number;
  readonly via: readonly string[];
  readonly #table: ColumnTable<S>;
  readonly #source: S;
  #payload: Value;

  constructor(table: ColumnTable<S>, source: S, key: string, qos: 0 | 1 | 2, hops: number, via: readonly string[]) {
    this.#table = table;
    this.#source = source;
    this.key = key;
    this.qos = qos;
    this.hops = hops;
    this.via = via;
  }

  get(column: string): Value {
    if (column === 'payload') {
      this.#payload ??= this.#table.columns.get(column)?.(this.#source);
      return this.#payload;
    }
    if (column === METADATA) return { rule_id: this.ruleId };
    return this.#table.columns.get(column)?.(this.#source);
  }

  names(): readonly string[] {
    return this.#table.names;
  }
}

export function ruleInput<S>(
  table: ColumnTable<S>,
  source: S,
  key: string,
  qos: 0 | 1 | 2,
  hops = 0,
  via: readonly string[] = NOBODY,
): RuleInput {
  return new LazyInput(table, source, key, qos, hops, via);
}
