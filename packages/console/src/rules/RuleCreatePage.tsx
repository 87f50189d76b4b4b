import { copyName, SOURCE_PREFIX } from '@sluice/contract';
import type { Diagnostic } from '@sluice/rulesql';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleQuery, useCreateRule, useRules } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { parseDirection } from '../app/search.ts';
import { firstError } from '../editor/sql-language.ts';
import { Button, Switch } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { LeaveDialog } from '../ui/LeaveGuard.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { nameProblem, nearestName, useNameText } from '../ui/name.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { DoubtsDialog } from './DoubtsDialog.tsx';
import { EXAMPLES } from './examples.ts';
import type { OpenDrawer } from './open-drawer.ts';
import { usePageKeys } from './page-keys.ts';
import { RestoredNote } from './RestoredNote.tsx';
import { RuleEditor, type RuleEditorHandle } from './RuleEditor.tsx';
import { bodyOf, DEFAULT_SQL, draftOf, proposeRuleId, type RuleDraft } from './rule-draft.ts';
import { useRuleDraft } from './rule-draft-state.ts';
import { forgetTest, moveTest } from './test-event-store.ts';
import { useDoubts } from './use-doubts.ts';

interface Start {
  readonly direction?: string;
  readonly connName?: string;
  readonly connType?: string;
  readonly actionId?: string;
  readonly sourceId?: string;
  readonly example?: string;
}

/** A new rule: from nothing, from an action, a source, a connector, an example, or as a copy. */
export function RuleCreatePage() {
  const { t } = useTranslation(['rules', 'ui']);
  const search = useSearch({ from: '/frame/rule/rules/create' });
  // What the page starts with is part of the name of its draft: another start is another draft.
  const draftKey = JSON.stringify(search);
  const isCopy = search.action === 'copy' && search.target !== undefined;
  const original = useQuery({ ...ruleQuery(search.target ?? ''), enabled: isCopy, refetchInterval: false });
  const rules = useRules();
  if (!isCopy) return <NewRule key={draftKey} draftKey={draftKey} base={draftFrom(search)} start={search} />;
  if (original.error !== null) {
    return (
      <LoadError
        what={t('what', { id: search.target })}
        error={original.error}
        onRetry={() => void original.refetch()}
      />
    );
  }
  if (original.data === undefined || rules.data === undefined) return <SkeletonLines />;
  const taken = new Set(rules.data.map((rule) => rule.id));
  const id = copyName(original.data.id, (name) => taken.has(name));
  return <NewRule key={draftKey} draftKey={draftKey} base={{ ...draftOf(original.data), id }} start={{}} isCopy />;
}

function draftFrom(start: Start): RuleDraft {
  const example = EXAMPLES.find((one) => one.id === start.example);
  const sql =
    start.sourceId === undefined
      ? (example?.sql ?? DEFAULT_SQL)
      : `SELECT\n  *\nFROM\n  "${SOURCE_PREFIX}${start.sourceId}"`;
  const actions = start.actionId === undefined ? [] : [start.actionId];
  return draftOf({ id: proposeRuleId(), description: '', sql, enable: true, actions });
}

/** A connector in the address opens the drawer in which it will be used. */
function drawerFrom(start: Start): OpenDrawer | undefined {
  if (start.connName === undefined || start.connType === undefined) return undefined;
  const about = { type: start.connType, connector: start.connName };
  return parseDirection(start.direction) === 'ingress'
    ? { kind: 'input', replace: true, ...about }
    : { kind: 'output', ...about };
}

function NewRule({
  draftKey,
  base,
  start,
  isCopy = false,
}: {
  readonly draftKey: string;
  readonly base: RuleDraft;
  readonly start: Start;
  readonly isCopy?: boolean;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const nameText = useNameText();
  const navigate = useNavigate();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const create = useCreateRule();
  const [initial] = useState(base);
  const key = `new.${draftKey}`;
  const state = useRuleDraft(key, initial);
  const { draft, change } = state;
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>([]);
  const [isTried, setIsTried] = useState(false);
  const [runs, setRuns] = useState(0);
  const editor = useRef<RuleEditorHandle>(null);
  const doubts = useDoubts(editor);
  // What the drawer was for may be in the draft already.
  const [drawer] = useState(() => (state.restored === 'no' ? drawerFrom(start) : undefined));

  const idProblem = nameProblem(draft.id);
  const notSaved = viewer ?? (draft.sql.trim() === '' ? t('save.empty') : undefined);
  const idFix = idProblem === undefined ? undefined : nearestName(draft.id);
  const save = (isSure = false) => {
    setIsTried(true);
    if (notSaved !== undefined || idProblem !== undefined || create.isPending) return;
    if (!isSure && !doubts.mayGo()) return;
    create.mutate({ ...bodyOf(draft), id: draft.id } as Parameters<typeof create.mutate>[0], {
      onSuccess: (made) => {
        state.saved(draft);
        moveTest(key, made.id);
        toastDone(t('done.created', { id: made.id }));
        // After the guard has seen that nothing is unsaved any more.
        setTimeout(() => void navigate({ to: '/rule/rules/$id', params: { id: made.id } }), 0);
      },
    });
  };
  usePageKeys({ onSave: () => save(), onRun: () => setRuns((count) => count + 1) });
  const error = firstError(draft.sql, diagnostics);

  return (
    <>
      <PageHead
        title={isCopy ? t('create.copyTitle') : t('create.title')}
        beside={
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch carries its own name
          <label className="row soft">
            <Switch
              checked={draft.enable}
              label={t('create.enable')}
              disabledReason={viewer}
              onChange={(enable) => change({ enable })}
            />
            {draft.enable ? t('ui:enabled') : t('create.startDisabled')}
          </label>
        }
      >
        {error !== undefined && <span className="muted small hide-s">{t('save.fixFirst', { line: error.line })}</span>}
        <Button
          look="ghost"
          onClick={() => {
            if (!state.isDirty) forgetTest(key);
            void navigate({ to: '/rule/rules' });
          }}
        >
          {t('ui:cancel')}
        </Button>
        <Button
          look="primary"
          busy={create.isPending && t('ui:creating')}
          disabledReason={notSaved}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => save()}
        >
          {t('create.save')}
        </Button>
      </PageHead>
      {/* Nobody else can have changed a rule that does not exist yet. */}
      {viewer !== undefined && (
        <div className="rule-note">
          <Note tone="info">
            <p>{t('create.viewer')}</p>
          </Note>
        </div>
      )}
      <RestoredNote state={state.restored === 'stale' ? { ...state, restored: 'fresh' } : state} />
      <div className="rule-meta">
        <Field
          label={t('ui:id')}
          required
          error={
            idProblem === undefined || (!isTried && draft.id === initial.id) ? undefined : (
              <>
                {nameText(idProblem)}{' '}
                {idFix !== undefined && (
                  <button type="button" className="link" onClick={() => change({ id: idFix })}>
                    {t('ui:useName', { name: idFix })}
                  </button>
                )}
              </>
            )
          }
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              value={draft.id}
              readOnly={viewer !== undefined}
              title={viewer}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ id: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('note')} hint={t('ui:optional')}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={draft.description}
              readOnly={viewer !== undefined}
              title={viewer}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
      <RuleEditor
        draftKey={key}
        draft={draft}
        change={change}
        isDirty
        diagnostics={diagnostics}
        onDiagnostics={setDiagnostics}
        locked={viewer}
        runs={runs}
        onRun={() => setRuns((count) => count + 1)}
        handle={editor}
        {...(drawer === undefined ? {} : { start: drawer })}
      />
      <DoubtsDialog
        doubts={doubts.asked}
        sql={draft.sql}
        onClose={doubts.close}
        onReveal={doubts.reveal}
        confirm={{
          label: t('doubts.create'),
          busyLabel: t('ui:creating'),
          busy: create.isPending,
          onConfirm: () => {
            doubts.settle();
            save(true);
          },
        }}
      />
      <LeaveDialog
        opened={state.leaving !== undefined}
        onStay={() => state.leaving?.stay()}
        onLeave={() => {
          forgetTest(key);
          state.leaving?.proceed();
        }}
      />
    </>
  );
}
