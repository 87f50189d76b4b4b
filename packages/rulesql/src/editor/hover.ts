import { columnHelp, type Text } from '@sluice/contract';
import { functionDoc } from '../functions/catalog.ts';
import { signatureOf } from '../functions/doc.ts';
import { tokens } from '../syntax/lexer.ts';
import type { Token } from '../syntax/token.ts';
import { isSource, type LanguageContext, meaningOf } from './context.ts';
import { fromList } from './from.ts';
import { KEYWORD_HELP } from './keyword-help.ts';

/** What a word of the statement is. */
export interface HoverInfo {
  readonly from: number;
  readonly to: number;
  /** One line of code. */
  readonly signature: string;
  readonly info?: Text;
  readonly example?: string;
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'punctuation' && token.text === text;
}

function ofFunction(token: Token): HoverInfo | undefined {
  const doc = functionDoc(token.text);
  if (!doc) return undefined;
  const { expression, gives } = doc.example;
  return {
    from: token.from,
    to: token.to,
    signature: signatureOf(token.text, doc),
    info: doc.doc,
    example: gives.startsWith('/') ? expression : `${expression} → ${gives}`,
  };
}

function ofFrom(token: Token, context: LanguageContext): HoverInfo | undefined {
  const meaning = meaningOf(token.text, context);
  const event = meaning.events[0];
  if (!event) return undefined;
  const info: Text =
    meaning.kind === 'topic' || isSource(token.text)
      ? event.description
      : { en: `${event.title.en}. ${event.description.en}`, zh: `${event.title.zh}。${event.description.zh}` };
  return { from: token.from, to: token.to, signature: token.text, info, example: event.columns.join(', ') };
}

/** Explains the word at an offset; `undefined` where there is nothing to say. Never throws. */
export function hover(sql: string, offset: number, context: LanguageContext): HoverInfo | undefined {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const at = all.findIndex((token) => token.from <= offset && offset < token.to);
  const token = all[at];
  if (!token) return undefined;
  if (token.kind === 'keyword') {
    const info = KEYWORD_HELP[token.text];
    return info && { from: token.from, to: token.to, signature: token.text, info };
  }
  const next = all[at + 1];
  const before = all[at - 1];
  const isName = token.kind === 'name' || token.kind === 'quotedName' || token.kind === 'operatorName';
  if (isName && isSymbol(next, '(')) return ofFunction(token);
  const isListed = (isName || token.kind === 'string') && fromList(sql).includes(token.text);
  if (isListed && isAfterFrom(all, at)) return ofFrom(token, context);
  if (!isName || isSymbol(before, '.')) return undefined;
  const info = columnHelp(token.text);
  return info && { from: token.from, to: token.to, signature: token.text, info };
}

function isAfterFrom(all: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const token = all[i];
    if (token?.kind === 'keyword') return token.text === 'FROM';
  }
  return false;
}
