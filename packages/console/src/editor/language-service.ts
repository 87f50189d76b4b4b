import type { Diagnostic } from '@sluice/rulesql';

/** What an editor asks about a text. Every answer is synchronous: at 200 lines each takes a few milliseconds. */
export interface LanguageService {
  tokens(text: string): readonly HighlightToken[];
  diagnostics(text: string): readonly Diagnostic[];
  /** `explicit`: the user asked; otherwise only offer when it helps. */
  complete(text: string, position: number, explicit: boolean): CompletionList | undefined;
  hover(text: string, position: number): HoverInfo | undefined;
}

export type TokenClass =
  | 'keyword'
  | 'function'
  | 'string'
  | 'number'
  | 'field'
  | 'operator'
  | 'punctuation'
  | 'comment'
  | 'invalid';

export interface HighlightToken {
  readonly from: number;
  readonly to: number;
  readonly class: TokenClass;
}

export interface CompletionList {
  /** Where the replaced text begins. */
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

export interface CompletionItem {
  readonly label: string;
  /** Inserted instead of the label. */
  readonly insert?: string;
  /** Cursor position within `insert`; its end when absent. */
  readonly cursor?: number;
  readonly kind: 'keyword' | 'function' | 'field' | 'event' | 'source' | 'topic' | 'value' | 'snippet';
  /** At the right of the row: a type, or what it is. */
  readonly detail?: string;
  /** The line in monospace above the explanation. */
  readonly signature?: string;
  readonly info?: string;
  readonly example?: string;
}

interface HoverInfo {
  readonly from: number;
  readonly to: number;
  readonly signature: string;
  readonly info?: string;
  readonly example?: string;
}
