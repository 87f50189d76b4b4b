import type { Statement } from '../syntax/ast.ts';
import { describe } from '../syntax/messages.ts';
import { parse } from '../syntax/parser.ts';
import type { CompileResult, EventColumns, Plan, RunResult } from '../types.ts';
import { closeBudget, EXHAUSTED, isExhausted, openBudget } from '../value/budget.ts';
import { faultMessage } from '../value/fault.ts';
import { compileForeach } from './foreach.ts';
import { Frame } from './frame.ts';
import { compileSelect } from './select.ts';

type Clause = Extract<RunResult, { kind: 'error' }>['clause'];

/** A compiled statement; notes in `at` the clause it is in. */
export type Run = (frame: Frame, at: { clause: Clause }) => RunResult;

function planOf(statement: Statement): Plan {
  const run = statement.kind === 'select' ? compileSelect(statement) : compileForeach(statement);
  return {
    kind: statement.kind,
    from: statement.from.map((item) => item.text),
    run(event: EventColumns, environment): RunResult {
      const at: { clause: Clause } = { clause: statement.kind };
      openBudget(event);
      try {
        const result = run(new Frame(event, environment), at);
        return isExhausted() ? { kind: 'error', clause: at.clause, message: EXHAUSTED } : result;
      } catch (thrown) {
        return { kind: 'error', clause: at.clause, message: faultMessage(thrown) };
      } finally {
        closeBudget();
      }
    },
  };
}

/** Compiles a statement once, to be run for every event. */
export function compile(sql: string): CompileResult {
  const { statement, diagnostics } = parse(sql);
  const first = diagnostics[0];
  if (first || !statement) {
    return { ok: false, diagnostics, message: first ? describe(first, sql) : 'The statement is empty.' };
  }
  try {
    return { ok: true, plan: planOf(statement) };
  } catch (thrown) {
    const span = { from: statement.span.from, to: statement.span.to };
    const message = faultMessage(thrown);
    return {
      ok: false,
      diagnostics: [{ severity: 'error', span, code: 'not_compilable', message: { en: message, zh: message } }],
      message,
    };
  }
}
