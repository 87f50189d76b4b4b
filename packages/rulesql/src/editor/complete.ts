import { columnHelp, SOURCE_PREFIX, type Text } from '@sluice/contract';
import { FUNCTION_FAMILIES } from '../functions/catalog.ts';
import { signatureOf } from '../functions/doc.ts';
import type { Item } from '../syntax/ast.ts';
import { parse } from '../syntax/parser.ts';
import { isKeyword } from '../syntax/token.ts';
import { getKey, isMap } from '../value/value.ts';
import { columnsOfFrom, type LanguageContext, meaningOf } from './context.ts';
import { cursorAt, type Place } from './cursor.ts';
import { itemNameOf } from './fields.ts';
import { fromList } from './from.ts';
import { KEYWORD_HELP } from './keyword-help.ts';

export interface CompletionItem {
  readonly label: string;
  /** Inserted instead of the label. */
  readonly insert?: string;
  /** Cursor position within what is inserted; its end when absent. */
  readonly cursor?: number;
  readonly kind: 'keyword' | 'function' | 'field' | 'event' | 'source' | 'topic' | 'value' | 'snippet';
  readonly detail?: Text;
  readonly signature?: string;
  readonly info?: Text;
  readonly example?: string;
}

export interface CompletionList {
  /** The text from here to the cursor is what is being replaced. */
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

/** Keywords that can follow a whole operand, by clause. */
const AFTER_OPERAND: Readonly<Record<Place['clause'], readonly string[]>> = {
  start: ['SELECT', 'FOREACH'],
  SELECT: ['AS', 'FROM'],
  FOREACH: ['AS', 'DO', 'INCASE', 'FROM'],
  DO: ['AS', 'INCASE', 'FROM'],
  INCASE: ['AND', 'OR', 'IN', 'FROM'],
  FROM: ['WHERE'],
  WHERE: ['AND', 'OR', 'IN'],
};

const BEFORE_OPERAND: Readonly<Record<Place['clause'], readonly string[]>> = {
  start: ['SELECT', 'FOREACH'],
  SELECT: ['CASE'],
  FOREACH: [],
  DO: ['CASE'],
  INCASE: ['NOT'],
  FROM: [],
  WHERE: ['NOT'],
};

/** Words inside CASE … END. */
const IN_CASE = ['WHEN', 'THEN', 'ELSE', 'END'];

function keyword(word: string): CompletionItem {
  const info = KEYWORD_HELP[word.toUpperCase()];
  return { label: word, insert: `${word} `, kind: 'keyword', ...(info ? { info } : {}) };
}

const FUNCTIONS: readonly CompletionItem[] = FUNCTION_FAMILIES.flatMap(({ title, functions }) =>
  Object.entries(functions).map(([name, doc]): CompletionItem => {
    const hasArguments = doc.params.length > 0;
    const { expression, gives } = doc.example;
    return {
      label: name,
      insert: `${name}()`,
      cursor: name.length + (hasArguments ? 1 : 2),
      kind: 'function',
      detail: title,
      signature: signatureOf(name, doc),
      info: doc.doc,
      example: gives.startsWith('/') ? expression : `${expression} → ${gives}`,
    };
  }),
);

function column(name: string): CompletionItem {
  const info = columnHelp(name);
  return { label: name, kind: 'field', ...(info ? { info } : {}) };
}

const ALIAS: Text = { en: 'set in this statement', zh: '在此语句中设置' };

/** Names that items of the statement set. */
function aliasesOf(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.kind === 'item' && item.alias ? [item.alias.head] : []));
}

function aliases(sql: string, clause: Place['clause']): CompletionItem[] {
  const { statement } = parse(sql);
  if (!statement) return [];
  const names = aliasesOf(statement.items);
  if (clause === 'DO') names.push(...aliasesOf(statement.do ?? []));
  if (statement.kind === 'foreach' && (clause === 'DO' || clause === 'INCASE'))
    names.push(itemNameOf(statement) ?? 'item');
  return [...new Set(names)].map((label) => ({ label, kind: 'field', detail: ALIAS }));
}

/** Keys of the sample payload, or of a map inside it. */
function insideSample(path: readonly string[], context: LanguageContext): CompletionItem[] {
  let current: unknown = path[0] === 'payload' ? context.sample : undefined;
  for (const key of path.slice(1)) current = isMap(current) ? getKey(current, key) : undefined;
  if (!isMap(current)) return [];
  return Object.keys(current).map((key) => {
    const isPlain = /^[A-Za-z][A-Za-z0-9_@~$]*$/.test(key) && !isKeyword(key);
    return { label: key, ...(isPlain ? {} : { insert: `'${key}'` }), kind: 'field' };
  });
}

function fromItems(place: Place, context: LanguageContext): CompletionItem[] {
  const end = place.closed ? '' : '"';
  const quoted = (text: string): string => `"${text}${end}`;
  const events = context.events
    .filter((event) => !event.event.startsWith(SOURCE_PREFIX))
    .map(
      ({ event, title, description }): CompletionItem => ({
        label: `"${event}"`,
        insert: quoted(event),
        kind: 'event',
        detail: title,
        info: description,
      }),
    );
  const sources = (context.sources ?? []).map(
    (id): CompletionItem => ({
      label: `"${SOURCE_PREFIX}${id}"`,
      insert: quoted(SOURCE_PREFIX + id),
      kind: 'source',
    }),
  );
  const topics = (context.topics ?? []).map(
    (topic): CompletionItem => ({
      label: `"${topic}"`,
      insert: quoted(topic),
      kind: 'topic',
    }),
  );
  return [...topics, ...events, ...sources];
}

function operands(sql: string, place: Place, context: LanguageContext): CompletionItem[] {
  const own = aliases(sql, place.clause);
  const taken = new Set(own.map((item) => item.label));
  const from = fromList(sql);
  // Before FROM is written it may become any event; most often it is that of plain topics.
  const known = from.length > 0 ? columnsOfFrom(from, context) : undefined;
  const columns = known ?? [
    ...new Set([...meaningOf('', context).events, ...context.events].flatMap((event) => event.columns)),
  ];
  return [
    ...own,
    ...columns.filter((name) => !taken.has(name)).map(column),
    ...BEFORE_OPERAND[place.clause].map(keyword),
    ...FUNCTIONS,
    ...(place.inCase ? IN_CASE.map(keyword) : []),
    { label: 'true', kind: 'value' },
    { label: 'false', kind: 'value' },
  ];
}

function candidates(sql: string, place: Place, context: LanguageContext): readonly CompletionItem[] {
  if (place.isAlias) return [];
  if (place.path.length > 0) return insideSample(place.path, context);
  if (place.clause === 'start') return BEFORE_OPERAND.start.map(keyword);
  if (place.clause === 'FROM' && !place.afterOperand) return fromItems(place, context);
  if (place.quoted)
    return (
      columnsOfFrom(fromList(sql), context)?.map((name) => ({
        label: `"${name}"`,
        insert: `"${name}${place.closed ? '' : '"'}`,
        kind: 'field',
      })) ?? []
    );
  if (place.afterOperand) return [...(place.inCase ? IN_CASE : []), ...AFTER_OPERAND[place.clause]].map(keyword);
  return operands(sql, place, context);
}

/** What may stand at the cursor, the likeliest first; `undefined` inside texts and comments. Never throws. */
export function complete(sql: string, cursor: number, context: LanguageContext): CompletionList | undefined {
  const place = cursorAt(sql, cursor);
  if (!place) return undefined;
  const typed = place.typed.toLowerCase();
  const all = candidates(sql, place, context);
  const starts = all.filter((item) => item.label.toLowerCase().startsWith(typed));
  const contains = typed.length < 2 ? [] : all.filter((item) => item.label.toLowerCase().indexOf(typed) > 0);
  return { from: place.from, items: [...starts, ...contains] };
}
