/** Who does something: a person, a program with an API key, or the server itself. */
export interface Actor {
  readonly kind: 'user' | 'api_key' | 'system';
  readonly name: string;
  /** The address it was asked from. */
  readonly from?: string;
}

/** The server, taking back what the engine did not take. */
export const UNDO: Actor = { kind: 'system', name: 'undo' };

/** In one word, such as `user:admin`. */
export function actorText({ kind, name }: Actor): string {
  return `${kind}:${name}`;
}
