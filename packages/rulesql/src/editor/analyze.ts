import { topicFilterFault } from '@sluice/contract';
import { functionDoc, functionNames, isSchemaFunction } from '../functions/catalog.ts';
import { arityOf, signatureOf } from '../functions/doc.ts';
import type { Call, Condition, Item, Path, Statement } from '../syntax/ast.ts';
import { tokens } from '../syntax/lexer.ts';
import { nearest } from '../syntax/nearest.ts';
import { parse } from '../syntax/parser.ts';
import { walk, walkItems, walkStatement } from '../syntax/walk.ts';
import type { Diagnostic } from '../types.ts';
import { columnsOfFrom, isSource, type LanguageContext, meaningOf } from './context.ts';
import { itemNameOf } from './fields.ts';
import { filtersOverlap } from './filters-overlap.ts';
import * as warn from './warnings.ts';

/**
 * Everything that is wrong or doubtful in a statement, in the order of the text. Errors keep a statement from being
 * saved, warnings do not. Never throws.
 */
export function analyze(sql: string, context: LanguageContext): readonly Diagnostic[] {
  const { statement, diagnostics } = parse(sql);
  const found = [...diagnostics];
  if (statement) {
    const analysis = new Analysis(sql, statement, context, found);
    analysis.run();
  }
  const last = tokens(sql).at(-1);
  if (last?.kind === 'comment' && !sql.slice(last.to).includes('\n')) found.push(warn.openComment(last));
  return found.sort((a, b) => a.span.from - b.span.from);
}

class Analysis {
  readonly #sql: string;
  readonly #statement: Statement;
  readonly #context: LanguageContext;
  readonly #found: Diagnostic[];

  constructor(sql: string, statement: Statement, context: LanguageContext, found: Diagnostic[]) {
    this.#sql = sql;
    this.#statement = statement;
    this.#context = context;
    this.#found = found;
  }

  run(): void {
    this.#from();
    this.#names();
    this.#calls();
    this.#conditions();
    this.#lostPayload();
    for (const items of [this.#statement.items, this.#statement.do ?? []]) this.#signs(items);
  }

  #source(node: { readonly span: { readonly from: number; readonly to: number } }): string {
    return this.#sql.slice(node.span.from, node.span.to);
  }

  #from(): void {
    for (const { text, span } of this.#statement.from) {
      const meaning = meaningOf(text, this.#context);
      if (meaning.kind === 'event' && meaning.events.length === 0 && this.#context.events.length > 0) {
        const near = nearest(
          text,
          this.#context.events.map((event) => event.event),
        );
        this.#found.push(warn.unknownEvent(span, text, near));
      } else if (meaning.kind === 'source' && this.#context.sources && !/[+#*]/.test(meaning.id)) {
        if (!this.#context.sources.includes(meaning.id)) {
          this.#found.push(warn.unknownSource(span, meaning.id, nearest(meaning.id, this.#context.sources)));
        }
      } else if (meaning.kind === 'topic' && topicFilterFault(text) !== undefined) {
        this.#found.push(warn.badFilter(span, text));
      }
      this.#loop(text, span);
    }
  }

  #loop(filter: string, span: Diagnostic['span']): void {
    if (isSource(filter)) return;
    for (const topic of this.#context.republishTopics ?? []) {
      // A placeholder may become anything; what is around it has to fit.
      const reach = topic.replace(/\$\{[^}]*\}/g, '\u0000');
      if (filtersOverlap(reach, filter)) this.#found.push(warn.republishLoop(span, filter, topic));
    }
  }

  /** Names that no event has and nothing before sets. */
  #names(): void {
    const from = this.#statement.from.map((item) => item.text);
    const columns = columnsOfFrom(from, this.#context);
    if (!columns || from.length === 0) return;
    const known = new Set(columns);
    const check = (node: Condition): void => walk(node, (inner) => this.#name(inner, known));
    const { items, do: doItems, incase, where } = this.#statement;
    this.#grow(items, known, check);
    if (where) check(where);
    const item = this.#statement.kind === 'foreach' ? itemNameOf(this.#statement) : undefined;
    if (item !== undefined) known.add(item);
    if (incase) check(incase);
    this.#grow(doItems ?? [], known, check);
  }

  #grow(items: readonly Item[], known: Set<string>, check: (node: Condition) => void): void {
    for (const item of items) {
      if (item.kind !== 'item') continue;
      check(item.expression);
      if (item.alias) known.add(item.alias.head);
      else if (item.expression.kind === 'string') known.add(item.expression.value);
    }
  }

  #name(node: Condition, known: ReadonlySet<string>): void {
    if (node.kind !== 'path' || known.has(node.head)) return;
    const head = { from: node.span.from, to: this.#headEnd(node) };
    if (node.quoted && node.rest.length === 0) this.#found.push(warn.quotedText(head, node.head));
    else this.#found.push(warn.unknownField(head, node.head, nearest(node.head, known)));
  }

  #headEnd(path: Path): number {
    const first = path.rest[0];
    if (!first) return path.span.to;
    // The dot before a key belongs to neither.
    return this.#sql.slice(0, first.span.from).replace(/[\s.]+$/, '').length;
  }

  #calls(): void {
    const { items, do: doItems } = this.#statement;
    walkStatement(this.#statement, (node) => {
      if (node.kind === 'call') this.#call(node);
      if (node.kind === 'comparison' && node.operator === '~=') {
        const at = this.#sql.indexOf('~=', node.left.span.to);
        this.#found.push(warn.notEqualish({ from: at, to: at + 2 }));
      }
    });
    const blind = (node: Condition): void => {
      if (node.kind !== 'call') return;
      const name = node.name.at(-1) ?? '';
      if (functionDoc(name)?.needsEvent)
        this.#found.push(warn.needsCondition(node.nameSpan, name, COLUMN_OF[name] ?? name));
    };
    // In WHERE and INCASE these functions work.
    walkItems(items, blind);
    walkItems(doItems ?? [], blind);
  }

  #call(node: Call): void {
    const name = node.name.at(-1) ?? '';
    const doc = node.name.length === 1 || node.name[0] === 'emqx_rule_funcs' ? functionDoc(name) : undefined;
    if (!doc) {
      if (/^[-+/]$/.test(name)) return;
      if (isSchemaFunction(name)) {
        this.#found.push(warn.schemaFunction(node.nameSpan, name));
        return;
      }
      this.#found.push(warn.unknownFunction(node.nameSpan, node.name.join('.'), nearest(name, functionNames())));
      return;
    }
    const { min, max } = arityOf(doc);
    if (node.args.length < min || node.args.length > max) {
      this.#found.push(warn.wrongArguments(node.span, signatureOf(name, doc), node.args.length));
    }
  }

  /** Columns and values where a condition should stand. */
  #conditions(): void {
    const { where, incase } = this.#statement;
    const whens: Condition[] = [];
    walkStatement(this.#statement, (node) => {
      if (node.kind === 'case' && !node.subject) whens.push(...node.branches.map((branch) => branch.when));
    });
    for (const condition of [where, incase, ...whens]) if (condition) this.#condition(condition);
  }

  #condition(node: Condition): void {
    switch (node.kind) {
      case 'and':
      case 'or':
        for (const operand of node.operands) this.#condition(operand);
        break;
      case 'path':
        this.#found.push(warn.bareCondition(node.span, this.#source(node)));
        break;
      default:
        break;
    }
  }

  /** `SELECT payload.a … WHERE payload.b = 1` never matches: the row's payload has only what was selected. */
  #lostPayload(): void {
    const { items, where } = this.#statement;
    if (!where || items.some((item) => item.kind === 'star')) return;
    const selected = items.flatMap((item) =>
      item.kind === 'item' && !item.alias && item.expression.kind === 'path' && isInsidePayload(item.expression)
        ? [item.expression]
        : [],
    );
    const first = items.find((item) => item.kind === 'item' && headOf(item) === 'payload');
    if (selected.length === 0 || first?.kind !== 'item' || first.alias) return;
    const kept = new Set(selected.map((path) => firstKey(path)));
    walk(where, (node) => {
      if (node.kind !== 'path' || !isInsidePayload(node)) return;
      const key = firstKey(node);
      if (key !== undefined && !kept.has(key)) this.#found.push(warn.lostPayload(node.span, this.#source(node)));
    });
  }

  #signs(items: readonly Item[]): void {
    for (const item of items) {
      if (item.kind === 'item' && !item.alias && item.expression.kind === 'unary') {
        this.#found.push(warn.needsAlias(item.span, this.#source(item)));
      }
    }
  }
}

/** The column that holds what a function of the message gives. */
const COLUMN_OF: Readonly<Record<string, string>> = { msgid: 'id', clientip: 'peerhost', flag: 'flags' };

function isInsidePayload(path: Path): boolean {
  return path.head === 'payload' && path.rest.length > 0;
}

function headOf(item: Extract<Item, { kind: 'item' }>): string | undefined {
  if (item.alias) return item.alias.head;
  return item.expression.kind === 'path' ? item.expression.head : undefined;
}

function firstKey(path: Path): string | undefined {
  const first = path.rest[0];
  return first?.kind === 'key' ? first.key : undefined;
}
