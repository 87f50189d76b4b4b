import type { RuleEvent } from '@sluice/contract';
import { compile, type Diagnostic, type Token, tokens } from '@sluice/rulesql';
import type { HighlightToken, LanguageService, TokenClass } from './language-service.ts';

/** What the rule page asks of the rule language. */

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

export function sqlDiagnostics(sql: string): readonly Diagnostic[] {
  const compiled = compile(sql);
  return compiled.ok ? [] : compiled.diagnostics;
}

/** The first error of a statement, with its line; `undefined` for a statement that can be saved. */
export function firstError(sql: string): { readonly line: number; readonly diagnostic: Diagnostic } | undefined {
  const diagnostic = sqlDiagnostics(sql).find((one) => one.severity === 'error');
  if (diagnostic === undefined) return undefined;
  return { line: sql.slice(0, diagnostic.span.from).split('\n').length, diagnostic };
}

/** The items of FROM, also of a statement that is broken elsewhere; `undefined` when there is no FROM to read. */
export function fromList(sql: string): readonly string[] | undefined {
  const found = fromTokens(sql);
  return found?.map((token) => token.text);
}

/** The statement with another FROM list; `undefined` when there is no list to replace. */
export function replaceFrom(sql: string, list: readonly string[]): string | undefined {
  const found = fromTokens(sql);
  const first = found?.[0];
  const last = found?.[found.length - 1];
  if (first === undefined || last === undefined || list.length === 0) return undefined;
  return sql.slice(0, first.from) + list.map((item) => `"${item}"`).join(', ') + sql.slice(last.to);
}

function fromTokens(sql: string): readonly Token[] | undefined {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const start = all.findIndex((token) => token.kind === 'keyword' && token.text === 'FROM');
  if (start === -1) return undefined;
  const items: Token[] = [];
  for (const token of all.slice(start + 1)) {
    if (token.kind === 'punctuation' && token.text === ',') continue;
    if (token.kind !== 'quotedName' && token.kind !== 'name' && token.kind !== 'string') break;
    items.push(token);
  }
  return items.length === 0 ? undefined : items;
}

/** Names for `${…}` in the outputs of a statement. */
export function fieldsOf(_sql: string, _events: readonly RuleEvent[]): readonly string[] {
  return [];
}

/** How many of the columns of its inputs a statement reads. */
export function readsOf(
  _sql: string,
  _events: readonly RuleEvent[],
): { readonly used: number; readonly of: number } | undefined {
  return undefined;
}

/** The statement laid out; `undefined` while it is broken. */
export function formatSql(_sql: string): string | undefined {
  return undefined;
}

export function useSqlService(_events: readonly RuleEvent[]): LanguageService {
  return SERVICE;
}

const SERVICE: LanguageService = {
  tokens: sqlTokens,
  diagnostics: sqlDiagnostics,
  complete: () => undefined,
  hover: () => undefined,
};
