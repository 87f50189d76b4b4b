import {
  decodeJson,
  type Environment,
  encodeJson,
  fitsFrom,
  fromList,
  type Token,
  testColumns,
  testSql,
  tokens,
} from '@sluice/rulesql';
import type { WherePart } from '../api/rehearse.ts';
import { lineOf } from '../editor/sql-language.ts';

/** One condition of WHERE, with what it came to for the event. */
export interface ConditionReport {
  readonly text: string;
  readonly line: number;
  readonly outcome: 'true' | 'false' | 'error';
  readonly error?: string;
  /** The two sides of a comparison, as JSON text. */
  readonly sides?: { readonly left: string; readonly operator: string; readonly right: string };
  /** What it read, as JSON text; a missing value shows as "undefined". */
  readonly values?: WherePart['values'];
  /** A value of a payload field with which the condition would be true. */
  readonly suggestion?: { readonly path: readonly string[]; readonly value: string };
}

export interface MatchReport {
  readonly from: readonly string[];
  /** What FROM was compared with; `undefined` when the event has nothing to compare. */
  readonly topic: string | undefined;
  readonly fits: boolean;
  /** Do all conditions have to be true, or one of them? */
  readonly joint: 'and' | 'or';
  readonly conditions: readonly ConditionReport[];
}

const ENVIRONMENT: Environment = {
  now: Date.now,
  node: 'console',
  ruleId: 'test',
  kv: new Map(),
  getenv: () => undefined,
};

/**
 * Why an event does not match: FROM first, then each condition that WHERE joins with AND, run on its own. Computed in
 * the browser with the same language as in the engine. `undefined` when the statement or the event cannot be read.
 */
export function explainMatch(sql: string, context: Readonly<Record<string, unknown>>): MatchReport | undefined {
  const columns = testColumns(context, ENVIRONMENT);
  if (!columns.ok) return undefined;
  const from = fromList(sql);
  const { topic } = columns;
  const fits = topic !== undefined && fitsFrom(from, topic);
  const where = whereOf(sql);
  const conditions =
    where === undefined || !fits ? [] : conjuncts(where.tokens).map((part) => report(sql, where.at, part, context));
  return { from, topic, fits, joint: 'and', conditions };
}

/**
 * What the backend found out about WHERE, which saw the event as its own engine does; lines, both sides of comparisons
 * and proposals are added from `report`, made here.
 */
export function explainParts(sql: string, parts: readonly WherePart[], report: MatchReport | undefined): MatchReport {
  const conditions = parts.map((part): ConditionReport => {
    const own = report?.conditions.find((one) => one.text === part.text);
    return {
      ...(own?.outcome === part.outcome ? own : {}),
      text: part.text,
      line: own?.line ?? lineOf(sql, Math.max(0, sql.indexOf(part.text))),
      outcome: part.outcome,
      ...(part.message === undefined ? {} : { error: part.message }),
      values: part.values,
    };
  });
  const where = whereOf(sql);
  const joint = where !== undefined && topLevel(where.tokens).some((token) => isKeyword(token, 'OR')) ? 'or' : 'and';
  return { from: fromList(sql), topic: report?.topic, fits: true, joint, conditions };
}

interface Where {
  /** Offset of the keyword. */
  readonly at: number;
  readonly tokens: readonly Token[];
}

function whereOf(sql: string): Where | undefined {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const index = all.findIndex((token) => isKeyword(token, 'WHERE'));
  const keyword = all[index];
  return keyword === undefined ? undefined : { at: keyword.from, tokens: all.slice(index + 1) };
}

/** Tokens outside brackets and CASE. */
function topLevel(all: readonly Token[]): readonly Token[] {
  let depth = 0;
  return all.filter((token) => {
    depth += depthChange(token);
    return depth === 0;
  });
}

/** The parts that AND joins at the top; a top-level OR makes one part of the whole. */
function conjuncts(all: readonly Token[]): readonly (readonly Token[])[] {
  const top = new Set(topLevel(all));
  if ([...top].some((token) => isKeyword(token, 'OR'))) return [all];
  const parts: Token[][] = [[]];
  for (const token of all) {
    if (top.has(token) && isKeyword(token, 'AND')) parts.push([]);
    else parts[parts.length - 1]?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function depthChange(token: Token): number {
  if (isKeyword(token, 'CASE')) return 1;
  if (isKeyword(token, 'END')) return -1;
  if (token.kind !== 'punctuation') return 0;
  if (token.text === '(' || token.text === '[') return 1;
  return token.text === ')' || token.text === ']' ? -1 : 0;
}

function isKeyword(token: Token, word: string): boolean {
  return token.kind === 'keyword' && token.text === word;
}

function report(
  sql: string,
  whereAt: number,
  part: readonly Token[],
  context: Readonly<Record<string, unknown>>,
): ConditionReport {
  const text = textOf(sql, part);
  const head = sql.slice(0, whereAt);
  const base = { text, line: lineOf(sql, part[0]?.from ?? 0) };
  const outcome = testSql(`${head}WHERE ${text}`, context, ENVIRONMENT);
  if (outcome.kind === 'error') return { ...base, outcome: 'error', error: outcome.message };
  if (outcome.kind === 'result') return { ...base, outcome: 'true', ...sidesOf(sql, head, part, context) };
  const compared = sidesOf(sql, head, part, context);
  const suggestion = compared.sides === undefined ? undefined : suggest(sql, part, compared.sides);
  return { ...base, outcome: 'false', ...compared, ...(suggestion === undefined ? {} : { suggestion }) };
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '<>', '<', '<=', '>', '>=', '=~']);

function comparisonAt(part: readonly Token[]): number {
  let depth = 0;
  const at = part.findIndex((token) => {
    depth += depthChange(token);
    return depth === 0 && token.kind === 'operator' && COMPARISONS.has(token.text);
  });
  return part.slice(0, 1).some((token) => isKeyword(token, 'NOT')) ? -1 : at;
}

/** Both sides of a comparison, computed as further items of SELECT, which see the same names as WHERE. */
function sidesOf(
  sql: string,
  head: string,
  part: readonly Token[],
  context: Readonly<Record<string, unknown>>,
): { readonly sides?: NonNullable<ConditionReport['sides']> } {
  const at = comparisonAt(part);
  const operator = part[at];
  const from = tokens(head).find((token) => isKeyword(token, 'FROM'));
  const isSelect = tokens(head).some((token) => isKeyword(token, 'SELECT'));
  if (operator === undefined || from === undefined || !isSelect) return {};
  const value = (side: readonly Token[]): string | undefined => {
    const asked = `${head.slice(0, from.from).trimEnd()}, ${textOf(sql, side)} as sluice_side ${head.slice(from.from)}`;
    const outcome = testSql(asked, context, ENVIRONMENT);
    return outcome.kind === 'result' ? memberOf(outcome.json, 'sluice_side') : undefined;
  };
  const left = value(part.slice(0, at));
  const right = value(part.slice(at + 1));
  return left === undefined || right === undefined ? {} : { sides: { left, operator: operator.text, right } };
}

function textOf(sql: string, part: readonly Token[]): string {
  return sql.slice(part[0]?.from ?? 0, part[part.length - 1]?.to ?? 0);
}

/** JSON text of a member, with all its digits. */
function memberOf(json: string, key: string): string | undefined {
  const read = decodeJson(json);
  const value = read.ok ? (read.value as Readonly<Record<string, unknown>>)[key] : undefined;
  return value === undefined ? undefined : encodeJson(value);
}

/** For a field of the payload on the left: the nearest value that makes the comparison true. */
function suggest(
  sql: string,
  part: readonly Token[],
  sides: NonNullable<ConditionReport['sides']>,
): ConditionReport['suggestion'] | undefined {
  const path = payloadPath(sql, part.slice(0, comparisonAt(part)));
  if (path === undefined) return undefined;
  const limit = Number(sides.right);
  const isNumber = /^-?\d/.test(sides.right) && !(Number.isInteger(limit) && !Number.isSafeInteger(limit));
  switch (sides.operator) {
    case '=':
      return { path, value: sides.right };
    case '>':
      return isNumber ? { path, value: String(limit + 1) } : undefined;
    case '<':
      return isNumber ? { path, value: String(limit - 1) } : undefined;
    case '>=':
    case '<=':
      return isNumber ? { path, value: String(limit) } : undefined;
    default:
      return undefined;
  }
}

/** Keys inside the payload that an expression names, directly or by an alias of SELECT. */
function payloadPath(sql: string, side: readonly Token[]): readonly string[] | undefined {
  const names = pathNames(side);
  if (names === undefined) return undefined;
  if (names[0] === 'payload') return names.length > 1 ? names.slice(1) : undefined;
  if (names.length !== 1) return undefined;
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const alias = all.findIndex((token, index) => token.text === names[0] && isKeyword(all[index - 1] ?? token, 'AS'));
  if (alias === -1) return undefined;
  let start = alias - 1;
  while (start > 0 && isPathToken(all[start - 1])) start--;
  const aliased = pathNames(all.slice(start, alias - 1));
  return aliased?.[0] === 'payload' && aliased.length > 1 ? aliased.slice(1) : undefined;
}

function isPathToken(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === 'name' || token.kind === 'quotedName' || (token.kind === 'punctuation' && token.text === '.');
}

function pathNames(side: readonly Token[]): readonly string[] | undefined {
  if (side.length === 0 || !side.every(isPathToken)) return undefined;
  const names = side.filter((token) => token.kind !== 'punctuation').map((token) => token.text);
  return side.length === names.length * 2 - 1 ? names : undefined;
}
