/** Where a request comes from, for people who look at it later. */
export interface Origin {
  /** Id of the rule. */
  readonly rule: string;
  /** Topic of the message that the rule saw; '' for an event that has none. */
  readonly topic: string;
}

/** Of a record that an older version wrote. */
export const NO_ORIGIN: Origin = { rule: '', topic: '' };
