/** Something the palette can do or go to. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Words that find it too. */
  readonly also?: string;
}

/**
 * How well a text fits what was typed: the beginning of the label, the beginning of a word, anywhere, then the other
 * words; `undefined` when a typed word occurs nowhere.
 */
function rankOf(command: Command, typed: string): number | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const label = command.label.toLowerCase();
  let rank = 0;
  for (const word of words) {
    if (label.startsWith(word)) rank += 0;
    else if (beginsWord(label, word)) rank += 1;
    else if (label.includes(word)) rank += 2;
    else if (command.also?.toLowerCase().includes(word) === true) rank += 3;
    else return undefined;
  }
  return rank;
}

/** Does a word of the label begin with these letters? */
function beginsWord(label: string, letters: string): boolean {
  for (let at = label.indexOf(letters, 1); at !== -1; at = label.indexOf(letters, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label.charAt(at - 1))) return true;
  }
  return false;
}

/** The best fits, in the given order where they fit equally well. */
export function bestOf<C extends Command>(commands: readonly C[], typed: string, most: number): readonly C[] {
  return commands
    .map((command, index) => ({ command, index, rank: rankOf(command, typed) }))
    .filter((one) => one.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.index - b.index)
    .slice(0, most)
    .map(({ command }) => command);
}
