import { WEBHOOK_SUFFIX } from '@sluice/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWebhooks } from '../api/webhooks.ts';
import { ProbePanel, useFormProbe } from '../forms/ProbePanel.tsx';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { Field } from '../ui/Field.tsx';
import { nearestName, useNameText } from '../ui/name.ts';
import { TriggerField } from './TriggerField.tsx';
import type { WebhookFormState } from './use-webhook-form.ts';
import './webhooks.css';

interface WebhookFormProps {
  readonly state: WebhookFormState;
  readonly isNew: boolean;
  readonly locked: string | undefined;
  readonly onSubmit: () => void;
  readonly bar: ReactNode;
}

function NameField({ state, isNew }: { readonly state: WebhookFormState; readonly isNew: boolean }) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const nameText = useNameText();
  const all = useWebhooks().data ?? [];
  const { nameProblem, checked, name } = state;
  const near = nameProblem === undefined || nameProblem === 'empty' ? undefined : nearestName(name);
  const taken = isNew && all.some((one) => one.name === name);
  const error =
    checked && nameProblem !== undefined ? (
      <>
        {nameText(nameProblem)}{' '}
        {near !== undefined && (
          <button type="button" className="link small" onClick={() => state.setName(near)}>
            {t('ui:useName', { name: near })}
          </button>
        )}
      </>
    ) : (
      taken && t('form.taken', { name })
    );
  return (
    <Field label={t('form.name')} required={isNew} help={t('form.nameHelp', { suffix: WEBHOOK_SUFFIX })} error={error}>
      {(control) => (
        <div className={`input ${control['aria-invalid'] ? 'invalid' : ''} ${isNew ? '' : 'off'}`}>
          <input
            {...control}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            disabled={!isNew}
            value={name}
            onChange={(event) => state.setName(event.target.value)}
          />
          <span className="muted mono">{WEBHOOK_SUFFIX}</span>
        </div>
      )}
    </Field>
  );
}

/** One column: name, what sets it off, where it goes, how it is sent; the connection test beside it. */
export function WebhookForm({ state, isNew, locked, onSubmit, bar }: WebhookFormProps) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const probe = useFormProbe('connector', state.connector);
  const named = { ...probe, run: () => probe.run(state.probeName) };
  return (
    <div className="form-grid">
      <form
        className="panel webhook-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {state.draft.restored && (
          <div className="form-note">
            <RestoredNote draft={state.draft} />
          </div>
        )}
        <div className="fields">
          <NameField state={state} isNew={isNew} />
          <Field label={t('form.note')} hint={t('ui:optional')}>
            {(control) => (
              <input
                {...control}
                className="input"
                disabled={locked !== undefined}
                value={state.description}
                onChange={(event) => state.setDescription(event.target.value)}
              />
            )}
          </Field>
        </div>
        <h2 className="form-section">{t('form.what')}</h2>
        <div className="form-part">
          <TriggerField
            trigger={state.trigger}
            stored={state.stored}
            checked={state.checked}
            disabled={locked !== undefined}
            onChange={state.setTrigger}
          />
          {state.trigger.kind !== 'sql' && (
            <details>
              <summary className="link small">{t('form.statement')}</summary>
              <pre className="raw">{state.sql}</pre>
            </details>
          )}
        </div>
        <h2 className="form-section">{t('form.target')}</h2>
        <SchemaForm form={state.connector} locked={locked} />
        <h2 className="form-section">{t('form.delivery')}</h2>
        <SchemaForm form={state.action} locked={locked} />
        <div className="action-bar">{bar}</div>
      </form>
      <div className="side">
        <ProbePanel form={state.connector} probe={named} disabledReason={locked} />
      </div>
    </div>
  );
}
