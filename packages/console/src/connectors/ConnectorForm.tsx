import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LoopWarning, useFormLoops } from '../forms/LoopWarning.tsx';
import { ProbePanel, type ProbeState } from '../forms/ProbePanel.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import type { SchemaForm as Form } from '../forms/use-schema-form.ts';
import { ActionBar } from '../ui/ActionBar.tsx';

interface ConnectorFormProps {
  readonly form: Form;
  readonly probe: ProbeState;
  /** Nothing can be changed, and why. */
  readonly locked?: string | undefined;
  readonly onSubmit: () => void;
  /** Under the test. */
  readonly aside?: ReactNode;
  /** Above the fields. */
  readonly note?: ReactNode;
  /** At the left of the bar. */
  readonly secondary?: ReactNode;
  /** At the right of the bar, the primary one last: it submits the form of this id. */
  readonly buttons: (form: string) => ReactNode;
}

/** Form at the left, its connection test at the right, and a bar that stays in view. */
export function ConnectorForm({ form, probe, locked, onSubmit, note, aside, secondary, buttons }: ConnectorFormProps) {
  const { t } = useTranslation('connectors');
  const [first] = form.problems.values();
  const id = useId();
  const loops = useFormLoops('connector', form);
  return (
    <div className="form-grid">
      <form
        id={id}
        className="panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && event.key === 's') {
            event.preventDefault();
            onSubmit();
          }
        }}
      >
        {note && <div className="form-note">{note}</div>}
        <SchemaForm form={form} locked={locked} />
        <ActionBar>
          {secondary}
          <span className="grow" />
          {first !== undefined && (
            <button type="button" className="link small danger-text hide-s" onClick={() => form.focus(first.path)}>
              {t('form.toCorrect', { count: form.problems.size })}
            </button>
          )}
          {buttons(id)}
        </ActionBar>
      </form>
      <div className="side">
        <LoopWarning loops={loops} />
        <ProbePanel form={form} probe={probe} disabledReason={locked} />
        {aside}
      </div>
    </div>
  );
}
