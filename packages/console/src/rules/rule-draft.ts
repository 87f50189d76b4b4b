import { isConsoleName, type Json, type RuleRecord } from '@sluice/contract';
import { type Output, outputOf } from './rule-output.ts';

/** A rule while it is edited. */
export interface RuleDraft {
  readonly id: string;
  readonly description: string;
  readonly sql: string;
  readonly outputs: readonly Output[];
  readonly enable: boolean;
}

export const DEFAULT_SQL = 'SELECT\n  *\nFROM\n  "t/#"';

/** `rule_` and four of 0-9a-z. */
export function proposeRuleId(random: () => number = Math.random): string {
  const letters = '0123456789abcdefghijklmnopqrstuvwxyz';
  return `rule_${Array.from({ length: 4 }, () => letters.charAt(Math.floor(random() * letters.length))).join('')}`;
}

export function draftOf(
  rule: Pick<RuleRecord, 'id' | 'description' | 'sql' | 'enable'> & { readonly actions: readonly unknown[] },
): RuleDraft {
  return {
    id: rule.id,
    description: rule.description ?? '',
    sql: rule.sql,
    outputs: rule.actions.map((action) => outputOf(action as Json)),
    enable: rule.enable,
  };
}

export interface RuleBody {
  readonly sql: string;
  readonly enable: boolean;
  readonly description: string;
  readonly actions: readonly Json[];
}

/** What is sent; a new rule adds its id. */
export function bodyOf(draft: RuleDraft): RuleBody {
  return {
    sql: draft.sql,
    enable: draft.enable,
    description: draft.description.trim(),
    actions: draft.outputs.map((output) => output.raw),
  };
}

/** Nothing to save? The order of outputs counts, white space at the end of the statement does not. */
export function isSame(a: RuleDraft, b: RuleDraft): boolean {
  return a.id === b.id && changedParts(a, b).length === 0;
}

/** What `theirs` says, but for what `mine` changed of `base`. */
export function mergeDrafts(base: RuleDraft, mine: RuleDraft, theirs: RuleDraft): RuleDraft {
  return {
    ...theirs,
    ...(mine.sql === base.sql ? {} : { sql: mine.sql }),
    ...(mine.description === base.description ? {} : { description: mine.description }),
    ...(outputsKey(mine) === outputsKey(base) ? {} : { outputs: mine.outputs }),
  };
}

export type DraftPart = 'sql' | 'description' | 'outputs';

/** Which parts of a rule are not the same; white space at the end of the statement does not count. */
export function changedParts(a: RuleDraft, b: RuleDraft): readonly DraftPart[] {
  const parts: DraftPart[] = [];
  if (a.sql.trimEnd() !== b.sql.trimEnd()) parts.push('sql');
  if (a.description.trim() !== b.description.trim()) parts.push('description');
  if (outputsKey(a) !== outputsKey(b)) parts.push('outputs');
  return parts;
}

function outputsKey({ outputs }: RuleDraft): string {
  return JSON.stringify(outputs.map((output) => output.raw));
}

export type DraftProblem = 'id_required' | 'id_form' | 'sql_required';

/** What stands in the way of saving, besides what the language says about the statement. */
export function draftProblems(draft: RuleDraft, isNew: boolean): readonly DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (isNew && draft.id.trim() === '') problems.push('id_required');
  else if (isNew && !isConsoleName(draft.id)) problems.push('id_form');
  if (draft.sql.trim() === '') problems.push('sql_required');
  return problems;
}
