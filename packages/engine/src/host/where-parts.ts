import { compile, type Environment, encodeJson, type Token, tokens, type Value } from '@sluice/rulesql';
import type { WherePart } from '../host.ts';
import type { RuleInput } from '../runtime/event-columns.ts';

/**
 * Why WHERE did not hold: its parts (what AND joins at the top; what OR joins, where there is an OR), each with what it
 * came to and the values it saw. Empty for a statement without WHERE.
 */
export function whereParts(sql: string, input: RuleInput, environment: Environment): readonly WherePart[] {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const where = topLevel(all).find((token) => isKeyword(token, 'WHERE'));
  if (where === undefined) return [];
  const head = sql.slice(0, where.from);
  const condition = all.filter((token) => token.from >= where.to);
  return split(condition).map((part) => {
    const first = part[0];
    const last = part.at(-1);
    const text = first === undefined || last === undefined ? '' : sql.slice(first.from, last.to);
    return {
      text,
      ...evaluate(`${head} WHERE ${text}`, input, environment),
      values: valuesOf(part, sql, head, input, environment),
    };
  });
}

function isKeyword(token: Token, text: string): boolean {
  return token.kind === 'keyword' && token.text === text;
}

/** Tokens outside parentheses, brackets and CASE. */
function topLevel(all: readonly Token[]): Token[] {
  let depth = 0;
  return all.filter((token) => {
    if (token.text === '(' || token.text === '[' || isKeyword(token, 'CASE')) depth++;
    if (token.text === ')' || token.text === ']' || isKeyword(token, 'END')) depth--;
    return depth === 0;
  });
}

function split(condition: readonly Token[]): Token[][] {
  const top = topLevel(condition);
  const joint = top.some((token) => isKeyword(token, 'OR')) ? 'OR' : 'AND';
  const parts: Token[][] = [[]];
  for (const token of condition) {
    if (isKeyword(token, joint) && top.includes(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function evaluate(
  statement: string,
  input: RuleInput,
  environment: Environment,
): { readonly outcome: WherePart['outcome']; readonly message?: string } {
  const compiled = compile(statement);
  if (!compiled.ok) return { outcome: 'error', message: compiled.message };
  const result = compiled.plan.run(input, environment);
  switch (result.kind) {
    case 'rows':
      return { outcome: 'true' };
    case 'no_match':
      return { outcome: 'false' };
    case 'error':
      return { outcome: 'error', message: result.message };
    default:
      return result satisfies never;
  }
}

/** Every path that the part reads, with its value: as selected, else as the event has it. */
function valuesOf(
  part: readonly Token[],
  sql: string,
  head: string,
  input: RuleInput,
  environment: Environment,
): WherePart['values'] {
  const selected = firstRow(head, input, environment);
  const values = new Map<string, string>();
  for (const path of pathsOf(part)) {
    const text = sql.slice(path[0]?.from, path.at(-1)?.to);
    if (values.has(text)) continue;
    const own = valueAt(
      selected,
      path.map((token) => token.text),
    );
    const value = own ?? valueAt(firstRow(`SELECT ${text} AS v FROM "#"`, input, environment), ['v']);
    values.set(text, encodeJson(value));
  }
  return [...values].map(([path, json]) => ({ path, json }));
}

function firstRow(statement: string, input: RuleInput, environment: Environment): Value {
  const compiled = compile(statement);
  if (!compiled.ok) return undefined;
  const result = compiled.plan.run(input, environment);
  return result.kind === 'rows' ? result.rows[0] : undefined;
}

/** Names joined by dots that are no function. Dots themselves are left out. */
function pathsOf(part: readonly Token[]): Token[][] {
  const paths: Token[][] = [];
  for (let i = 0; i < part.length; i++) {
    const path: Token[] = [];
    for (let token = part[i]; token !== undefined && isName(token); token = part[i]) {
      path.push(token);
      if (part[i + 1]?.text !== '.') break;
      i += 2;
    }
    if (path.length > 0 && part[i + 1]?.text !== '(') paths.push(path);
  }
  return paths;
}

function isName(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'quotedName';
}

function valueAt(row: Value, path: readonly string[]): Value {
  let value = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, Value>>)[key];
  }
  return value;
}
