import type { EventColumns, Value } from '@sluice/rulesql';

/** An event on its way through the rules: its columns, and what outputs need to know of it. */
export interface RuleInput extends EventColumns {
  /** Messages of one client keep their order through an action. */
  readonly key: string;
  /** How safe a buffered copy has to be (decision 23). */
  readonly qos: 0 | 1 | 2;
  /** How often rules have republished the message so far. */
  readonly hops: number;
  /** The rule that republished it last. */
  readonly republishedBy: string | undefined;
}

/** How to compute each column of an event from what the broker told. */
export interface ColumnTable<S> {
  readonly names: readonly string[];
  readonly columns: ReadonlyMap<string, (source: S) => Value>;
}

export function columnTable<S>(columns: Readonly<Record<string, (source: S) => Value>>): ColumnTable<S> {
  return { names: Object.keys(columns), columns: new Map(Object.entries(columns)) };
}

/** Columns are computed when first read; what all rules of a message share is computed once. */
class LazyInput<S> implements RuleInput {
  readonly key: string;
  readonly qos: 0 | 1 | 2;
  readonly hops: number;
  readonly republishedBy: string | undefined;
  readonly #table: ColumnTable<S>;
  readonly #source: S;
  #known: Map<string, Value> | undefined;

  constructor(table: ColumnTable<S>, source: S, key: string, qos: 0 | 1 | 2, hops: number, by: string | undefined) {
    this.#table = table;
    this.#source = source;
    this.key = key;
    this.qos = qos;
    this.hops = hops;
    this.republishedBy = by;
  }

  get(column: string): Value {
    const known = this.#known?.get(column);
    if (known !== undefined) return known;
    const value = this.#table.columns.get(column)?.(this.#source);
    if (value !== undefined) {
      this.#known ??= new Map();
      this.#known.set(column, value);
    }
    return value;
  }

  names(): readonly string[] {
    return this.#table.names;
  }
}

export function ruleInput<S>(
  table: ColumnTable<S>,
  source: S,
  about: { key: string; qos: 0 | 1 | 2; hops?: number; republishedBy?: string | undefined },
): RuleInput {
  return new LazyInput(table, source, about.key, about.qos, about.hops ?? 0, about.republishedBy);
}
