import { webhookOf } from '@sluice/contract';
import type { Diagnostic } from '@sluice/rulesql';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { isNotFound } from '../api/errors.ts';
import { type StoredRule, useCreateRule, useRule, useRules, useUpdateRule } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { useYamlEntry } from '../channels/export-yaml.ts';
import { firstError } from '../editor/sql-language.ts';
import { Button } from '../ui/Button.tsx';
import { CopyDialog } from '../ui/CopyDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EnableInHead } from '../ui/EnableInHead.tsx';
import { LeaveDialog } from '../ui/LeaveGuard.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { StatusTag } from '../ui/StatusTag.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { DeleteRulesDialog } from './DeleteRulesDialog.tsx';
import { DoubtsDialog } from './DoubtsDialog.tsx';
import { usePageKeys } from './page-keys.ts';
import { RestoredNote } from './RestoredNote.tsx';
import { RuleEditor, type RuleEditorHandle } from './RuleEditor.tsx';
import { RuleOverview } from './RuleOverview.tsx';
import { bodyOf, draftOf } from './rule-draft.ts';
import { useRuleDraft } from './rule-draft-state.ts';
import { useRuleFlow } from './rule-flow.ts';
import { useRuleGuard } from './rule-guard.ts';
import { STATE_LOOKS, useRuleStates } from './rule-states.ts';
import { useDoubts } from './use-doubts.ts';

export function RuleDetailPage() {
  const { t } = useTranslation(['rules', 'ui']);
  const { id } = useParams({ from: '/frame/rule/rules/$id' });
  const { data, error, refetch } = useRule(id);
  if (data !== undefined) return <Rule key={id} rule={data} />;
  if (error === null) return <SkeletonLines />;
  if (!isNotFound(error)) return <LoadError what={t('what', { id })} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHead title={t('notFound.title', { id })} />
      <div className="panel">
        <EmptyState text={t('notFound.text')}>
          <LinkButton to="/rule/rules">{t('notFound.toList')}</LinkButton>
        </EmptyState>
      </div>
    </>
  );
}

function Rule({ rule }: { readonly rule: StoredRule }) {
  const { t } = useTranslation(['rules', 'ui']);
  const { tab } = useSearch({ from: '/frame/rule/rules/$id' });
  const navigate = useNavigate();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const webhook = webhookOf(rule);
  const locked = webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  const update = useUpdateRule();
  const create = useCreateRule();
  const rules = useRules().data ?? [];
  const flow = useRuleFlow(rule.id);
  const stateOf = useRuleStates();
  const yaml = useYamlEntry('rule');
  const base = useMemo(() => draftOf(rule), [rule]);
  const state = useRuleDraft(rule.id, base);
  const { draft, change, isDirty } = state;
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>([]);
  const [runs, setRuns] = useState(0);
  const editor = useRef<RuleEditorHandle>(null);
  const doubts = useDoubts(editor);
  const [isCopying, setIsCopying] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const isSettings = tab === 'settings';
  const error = firstError(draft.sql, diagnostics);
  const notSaved = locked ?? (isDirty ? (draft.sql.trim() === '' ? t('save.empty') : undefined) : t('save.nothing'));

  const put = ({ etag }: { readonly etag?: string | undefined }) => {
    const { enable: _, ...body } = bodyOf(draft);
    update.mutate(
      { id: rule.id, change: body as Parameters<typeof update.mutate>[0]['change'], etag },
      {
        onError: guard.refused,
        onSuccess: (made) => {
          guard.close();
          guard.adopt(made.etag);
          state.saved(draft);
          toastDone(t('done.updated', { id: rule.id }));
        },
      },
    );
  };
  const guard = useRuleGuard(rule, state, put, update.isPending);
  const save = ({ isSure = false } = {}) => {
    if (notSaved !== undefined || update.isPending) return;
    if (!isSure && !doubts.mayGo()) return;
    if (state.isOutdated) guard.ask(rule);
    else put(guard);
  };
  usePageKeys({ onSave: () => save(), onRun: () => setRuns((count) => count + 1) });
  const setEnable = (enable: boolean) =>
    update.mutate(
      { id: rule.id, change: { enable } },
      { onSuccess: () => toastDone(t(enable ? 'done.enabled' : 'done.disabled', { id: rule.id })) },
    );
  const look = STATE_LOOKS[stateOf(rule, flow.metrics)];
  const taken = new Set(rules.map((one) => one.id));

  return (
    <>
      <PageHead
        object
        title={rule.id}
        beside={
          <>
            <StatusTag tone={look.tone} shape={look.shape}>
              {t(`state.${look.word}`)}
            </StatusTag>
            <EnableInHead
              isEnabled={rule.enable}
              label={t('enableSwitch', { id: rule.id })}
              disabledReason={locked}
              onChange={setEnable}
            />
          </>
        }
      >
        {isDirty && (
          <span className="muted small hide-s">
            {error === undefined ? t('save.unsaved') : t('save.fixFirst', { line: error.line })}
          </span>
        )}
        {isDirty && (
          <Button look="ghost" onClick={state.discard}>
            {t('save.discard')}
          </Button>
        )}
        {(isSettings || isDirty) && (
          <Button
            look="primary"
            busy={update.isPending && t('ui:saving')}
            disabledReason={notSaved}
            aria-keyshortcuts="Control+S Meta+S"
            onClick={() => save()}
          >
            {t('ui:save')}
          </Button>
        )}
        <MoreMenu
          label={t('ui:more')}
          actions={[
            { label: t('menu.copy'), icon: 'copy', disabledReason: viewer, onSelect: () => setIsCopying(true) },
            ...yaml(rule.id),
            {
              label: t('menu.delete'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: locked,
              onSelect: () => setIsDeleting(true),
            },
          ]}
        />
      </PageHead>
      <TabLinks
        label={rule.id}
        active={isSettings ? 'settings' : 'overview'}
        tabs={[
          { id: 'overview', label: t('tab.overview') },
          { id: 'settings', label: t('tab.settings') },
        ]}
      />
      {webhook !== undefined && (
        <div className="rule-note">
          <Note tone="info">
            <p>
              <Trans t={t} i18nKey="webhookOwnsLink" values={{ name: webhook }}>
                This rule belongs to the webhook
                <Link to="/webhook/$name" params={{ name: rule.id }} search={{ tab: 'setting' }}>
                  {webhook}
                </Link>
              </Trans>
            </p>
          </Note>
        </div>
      )}
      {isSettings ? (
        <>
          <RestoredNote state={state} />
          <input
            className="note-input"
            aria-label={t('note')}
            placeholder={locked === undefined ? t('addNote') : undefined}
            value={draft.description}
            readOnly={locked !== undefined}
            onChange={(event) => change({ description: event.target.value })}
          />
          <RuleEditor
            draftKey={rule.id}
            draft={{ ...draft, enable: rule.enable }}
            change={change}
            flow={flow}
            isDirty={isDirty}
            diagnostics={diagnostics}
            onDiagnostics={setDiagnostics}
            locked={locked}
            runs={runs}
            handle={editor}
            onRun={() => setRuns((count) => count + 1)}
          />
        </>
      ) : (
        <RuleOverview rule={rule} flow={flow} />
      )}
      <CopyDialog
        opened={isCopying}
        onClose={() => setIsCopying(false)}
        source={rule.id}
        field="id"
        taken={(id) => taken.has(id)}
        onCopy={(id) =>
          create.mutateAsync({ ...bodyOf({ ...draft, enable: rule.enable }), id } as Parameters<
            typeof create.mutateAsync
          >[0])
        }
        onDone={(id) => {
          toastDone(t('done.created', { id }));
          void navigate({ to: '/rule/rules' });
        }}
      />
      <DeleteRulesDialog
        rules={isDeleting ? [rule] : []}
        onClose={() => setIsDeleting(false)}
        onDone={() => {
          state.saved(draft);
          setTimeout(() => void navigate({ to: '/rule/rules' }), 0);
        }}
      />
      <DoubtsDialog
        doubts={doubts.asked}
        sql={draft.sql}
        onClose={doubts.close}
        onReveal={doubts.reveal}
        confirm={{
          label: t('doubts.save'),
          busyLabel: t('ui:saving'),
          busy: update.isPending,
          onConfirm: () => {
            doubts.settle();
            save({ isSure: true });
          },
        }}
      />
      {guard.dialog}
      <LeaveDialog
        opened={state.leaving !== undefined}
        onStay={() => state.leaving?.stay()}
        onLeave={() => state.leaving?.proceed()}
      />
    </>
  );
}
