import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errors.ts';
import { useMayWrite } from '../api/session.ts';
import { type Plan, useApply } from '../api/transfer.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FilePick } from '../ui/FilePick.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Note } from '../ui/Note.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { PlanTable } from './PlanTable.tsx';

const ACCEPT = ['.yaml', '.yml', '.json'];

/** Text, its plan, and only then "Apply": nothing changes before the plan has been seen. */
export function ApplyDocument() {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [text, setText] = useState('');
  const [prune, setPrune] = useState(false);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [plan, setPlan] = useState<Plan>();
  /** Secrets that have been asked for: they stay on screen once they are given. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const look = useApply(true);
  const apply = useApply(false);

  function change(next: string): void {
    setText(next);
    setPlan(undefined);
    setAsked([]);
    look.reset();
    apply.reset();
  }

  function show(): void {
    apply.reset();
    look.mutate(
      { document: text, secrets, prune },
      {
        onSuccess: (next) => {
          setPlan(next);
          setAsked((before) => [...new Set([...before, ...next.missing])]);
        },
        onError: () => setPlan(undefined),
      },
    );
  }

  function make(): void {
    apply.mutate(
      { document: text, secrets, prune },
      {
        onSuccess: (done) => {
          toastDone(t('transfer.applied', { count: done.steps.length }));
          change('');
          setSecrets({});
        },
      },
    );
  }

  const error = apply.error ?? look.error;
  const stillMissing = asked.filter((name) => (secrets[name] ?? '') === '');
  const nothing = plan !== undefined && plan.steps.length === 0;
  return (
    <section className="panel" aria-labelledby="apply-title">
      <h2 className="panel-head" id="apply-title">
        <Icon name="upload" small />
        {t('transfer.apply')}
      </h2>
      <div className="pad stack">
        <Field label={t('transfer.document')} help={t('transfer.documentHelp')}>
          {(control) => (
            <>
              <textarea
                {...control}
                className="input mono document"
                rows={10}
                spellCheck={false}
                placeholder={'version: 1\nconnectors: []\nactions: []\nsources: []\nrules: []'}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
              <FilePick accept={ACCEPT} isFilled={text !== ''} onText={change} />
            </>
          )}
        </Field>
        <label className="tick">
          <input
            type="checkbox"
            className="checkbox"
            checked={prune}
            onChange={(event) => {
              setPrune(event.target.checked);
              setPlan(undefined);
            }}
          />
          {t('transfer.prune')}
        </label>
        <div>
          <Button
            busy={look.isPending && t('transfer.planning')}
            disabledReason={viewer ?? (text.trim() === '' ? t('transfer.empty') : undefined)}
            onClick={show}
          >
            {t('transfer.plan')}
          </Button>
        </div>
        {error !== null && (
          <Note tone="bad" alert>
            <p>{errorText(error)}</p>
          </Note>
        )}
        {asked.map((name) => (
          <Field key={name} label={<span className="mono">{name}</span>} required help={t('transfer.secretHelp')}>
            {(control) => (
              <input
                {...control}
                type="password"
                className="input mono"
                autoComplete="one-time-code"
                value={secrets[name] ?? ''}
                onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <div aria-live="polite">
          {nothing && (
            <Note tone="ok">
              <p>{t('transfer.same')}</p>
            </Note>
          )}
          {plan !== undefined && !nothing && <PlanTable plan={plan} />}
        </div>
        {plan !== undefined && !nothing && (
          <div className="row wrap">
            <Button
              look={plan.steps.some((step) => step.verb === 'delete') ? 'danger-solid' : 'primary'}
              busy={apply.isPending && t('transfer.applying')}
              disabledReason={viewer ?? (stillMissing.length > 0 ? t('transfer.secretsFirst') : undefined)}
              onClick={make}
            >
              {t('transfer.applyNow', { count: plan.steps.length })}
            </Button>
            <span className="muted small">{t('transfer.allOrNothing')}</span>
          </div>
        )}
      </div>
    </section>
  );
}
