import type { Text } from '@sluice/contract';

/** The words that an editor itself shows. */
export interface EditorWords {
  readonly language: keyof Text;
  /** Before the list of what could stand here. */
  readonly expected: string;
  readonly fixKey: string;
  /** How the keyboard leaves an editor in which Tab indents. */
  readonly leave: string;
}
