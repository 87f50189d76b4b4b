import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, usePick } from '../i18n/index.ts';
import { type FieldControl, Field as FieldShell } from '../ui/Field.tsx';
import { controlId, useFormContext } from './form-context.ts';
import { problemText } from './model/messages.ts';
import type { Field, Problem, Widget } from './model/types.ts';

interface FieldFrameProps {
  readonly field: Field;
  readonly problem: Problem | undefined;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly wide?: boolean;
  readonly group?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Widgets that can be left empty; a choice or a switch always says something. */
const FILLABLE: readonly Widget[] = [
  'text',
  'password',
  'code',
  'number',
  'duration',
  'byteSize',
  'percent',
  'rate',
  'certificate',
  'file',
  'json',
  'list',
];

function maySayOptional(field: Field): boolean {
  return (
    !field.required &&
    !field.locked &&
    (field.default === undefined || field.default === '') &&
    FILLABLE.includes(field.widget)
  );
}

/** Label, hint, help and problem of a schema field around its control. */
export function FieldFrame({ field, problem, label, hint, wide, group = false, children }: FieldFrameProps) {
  const { t } = useTranslation(['forms', 'ui']);
  const { id, set, mode } = useFormContext();
  const language = useLanguage();
  const pick = usePick();
  const fix = problem?.fix;
  return (
    <FieldShell
      id={controlId(id, field.path)}
      label={label ?? pick(field.label)}
      hint={hint ?? (mode !== 'view' && maySayOptional(field) ? t('ui:optional') : undefined)}
      help={field.help === undefined || field.locked ? undefined : pick(field.help)}
      required={field.required}
      wide={wide ?? field.span === 24}
      group={group}
      error={
        problem !== undefined && (
          <>
            {problemText(problem, language)}
            {fix !== undefined && (
              <>
                {' '}
                <button type="button" className="link small" onClick={() => set(field.path, fix)}>
                  {t('useValue', { value: String(fix) })}
                </button>
              </>
            )}
          </>
        )
      }
    >
      {children}
    </FieldShell>
  );
}
