/**
 * Why an evaluation cannot go on. Thrown inside the compiled plan only and caught at its edge, where it becomes a
 * result; it is no `Error` because a stack trace of it costs more than evaluating a rule.
 */
export class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Text of whatever was thrown. */
export function faultMessage(thrown: unknown): string {
  if (thrown instanceof Fault) return thrown.message;
  if (thrown instanceof RangeError) return 'The value is too large or nested too deep.';
  return thrown instanceof Error ? thrown.message : String(thrown);
}
