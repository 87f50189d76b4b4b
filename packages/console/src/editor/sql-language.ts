import type { Text } from '@sluice/contract';
import {
  analyze,
  availableFields,
  type CompletionList,
  complete,
  type Diagnostic,
  format,
  hover,
  type LanguageContext,
  type Token,
  tokens,
} from '@sluice/rulesql';
import type { HighlightToken, LanguageService, TokenClass } from './language-service.ts';

function classOf(token: Token, next: Token | undefined): TokenClass {
  switch (token.kind) {
    case 'keyword':
    case 'operatorName':
      return 'keyword';
    case 'name':
      return next?.kind === 'punctuation' && next.text === '(' ? 'function' : 'field';
    case 'quotedName':
    case 'string':
      return 'string';
    case 'integer':
    case 'float':
    case 'boolean':
      return 'number';
    case 'operator':
      return 'operator';
    case 'punctuation':
      return 'punctuation';
    case 'comment':
      return 'comment';
    case 'invalid':
      return 'invalid';
  }
}

/** Tokens of a statement with the colours they are shown in. */
export function sqlTokens(sql: string): readonly HighlightToken[] {
  const all = tokens(sql);
  return all.map((token, index) => ({ from: token.from, to: token.to, class: classOf(token, all[index + 1]) }));
}

/** The first error of a list, with its line; `undefined` for a statement that can be saved. */
export function firstError(
  sql: string,
  diagnostics: readonly Diagnostic[],
): { readonly line: number; readonly diagnostic: Diagnostic } | undefined {
  const diagnostic = diagnostics.find((one) => one.severity === 'error');
  return diagnostic === undefined ? undefined : { line: lineOf(sql, diagnostic.span.from), diagnostic };
}

export function lineOf(sql: string, offset: number): number {
  return sql.slice(0, offset).split('\n').length;
}

/** Names for `${…}` in the outputs of a statement. */
export function fieldsOf(sql: string, context: LanguageContext): readonly string[] {
  return availableFields(sql, context).map((field) => field.name);
}

/** The statement laid out; `undefined` while it is broken. */
export function formatSql(sql: string, diagnostics: readonly Diagnostic[]): string | undefined {
  return firstError(sql, diagnostics) === undefined ? format(sql) : undefined;
}

/** What the editor asks, answered by the rule language in the language of the page. */
export function sqlService(context: LanguageContext, language: keyof Text): LanguageService {
  const pick = (text: Text | undefined) => text?.[language];
  return {
    tokens: sqlTokens,
    diagnostics: (text) => analyze(text, context),
    complete: (text, position, explicit) => {
      const list = complete(text, position, context);
      if (list === undefined || (!explicit && !isAsked(text, position, list))) return undefined;
      return {
        from: list.from,
        items: list.items.map(({ detail, info, ...item }) => ({
          ...item,
          ...defined('detail', pick(detail)),
          ...defined('info', pick(info)),
        })),
      };
    },
    hover: (text, position) => {
      const about = hover(text, position, context);
      if (about === undefined) return undefined;
      const { info, ...rest } = about;
      return { ...rest, ...defined('info', pick(info)) };
    },
  };
}

/**
 * Does typing here ask for a list? After a word has begun, a dot or a quote; not behind a whole operand or word, where
 * Enter has to begin a line.
 */
function isAsked(text: string, position: number, list: CompletionList): boolean {
  const typed = text.slice(list.from, position);
  if (typed === '') return /[.$"]/.test(text.charAt(position - 1));
  return !list.items.some((item) => item.label.toLowerCase() === typed.toLowerCase());
}

function defined<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: string });
}
