import { useState } from 'react';
import { isApiError } from '../api/errors.ts';
import { useFeature } from '../api/features.ts';
import { type Rehearsal, type RehearsedRule, useRehearse } from '../api/rehearse.ts';
import { useTestSql } from '../api/rule-test.ts';
import { explainMatch, explainParts, type MatchReport } from './explain.ts';

type Context = Readonly<Record<string, unknown>>;

export interface DryRow {
  /** JSON text, with all digits. */
  readonly json: string;
  /** What each output would send; absent where the backend cannot say. */
  readonly outputs?: Extract<Rehearsal, { kind: 'rows' }>['rows'][number]['outputs'];
}

export type DryOutcome =
  | { readonly kind: 'rows'; readonly rows: readonly DryRow[] }
  /** `report` is absent when nobody can say why. */
  | { readonly kind: 'no_match'; readonly report: MatchReport | undefined }
  | { readonly kind: 'error'; readonly message: string; readonly report?: MatchReport };

export interface DryRun {
  readonly at: Date;
  /** As it was then. */
  readonly rule: RehearsedRule;
  readonly context: Context;
  readonly outcome: DryOutcome;
}

function outcomeOf(rehearsal: Rehearsal, sql: string, context: Context): DryOutcome {
  switch (rehearsal.kind) {
    case 'rows':
      return rehearsal;
    case 'other_event':
      return { kind: 'no_match', report: explainMatch(sql, context) };
    case 'no_match':
      return { kind: 'no_match', report: explainParts(sql, rehearsal.where, explainMatch(sql, context)) };
    case 'error':
      return {
        kind: 'error',
        message: rehearsal.message,
        ...(rehearsal.where === undefined
          ? {}
          : { report: explainParts(sql, rehearsal.where, explainMatch(sql, context)) }),
      };
  }
}

/** Would it run otherwise now? `withOutputs`: the outputs took part. */
export function isStale(ran: DryRun, rule: RehearsedRule, context: Context, withOutputs: boolean): boolean {
  return (
    ran.rule.sql !== rule.sql ||
    (withOutputs && ran.rule.actions !== rule.actions) ||
    JSON.stringify(ran.context) !== JSON.stringify(context)
  );
}

/**
 * Runs a rule, saved or not, on a made-up event without any effect. The backend rehearses it with its outputs where it
 * can; elsewhere it runs the statement alone, and why it did not match is found out here.
 */
export function useDryRun() {
  const hasRehearsal = useFeature('rehearse') === true;
  const rehearse = useRehearse();
  const test = useTestSql();
  const [ran, setRan] = useState<DryRun>();

  const run = (rule: RehearsedRule, context: Context) => {
    const { sql } = rule;
    const done = (outcome: DryOutcome) => setRan({ at: new Date(), rule, context, outcome });
    const onError = (error: Error) =>
      done(
        isApiError(error) && error.status === 412
          ? { kind: 'no_match', report: explainMatch(sql, context) }
          : { kind: 'error', message: error.message },
      );
    if (hasRehearsal) {
      rehearse.mutate(
        { rule, context },
        { onSuccess: (rehearsal) => done(outcomeOf(rehearsal, sql, context)), onError },
      );
    } else {
      test.mutate({ sql, context }, { onSuccess: (json) => done({ kind: 'rows', rows: [{ json }] }), onError });
    }
  };
  return { run, ran, isRunning: rehearse.isPending || test.isPending, hasRehearsal };
}
