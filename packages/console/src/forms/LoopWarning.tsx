import type { JsonObject, ResourceKind } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../api/features.ts';
import { type Loop, loopsQuery } from '../api/loops.ts';
import { Note } from '../ui/Note.tsx';
import { toastProblem } from '../ui/toast-store.ts';
import { toBody } from './model/submit.ts';
import { validate } from './model/validate.ts';
import type { SchemaForm } from './use-schema-form.ts';

/** How long a form rests before it is looked at, in ms. */
const REST_MS = 600;
const NONE: readonly Loop[] = [];

/** The circles that what is in a form would close, known before it is saved; none where the backend cannot tell. */
export function useFormLoops(kind: ResourceKind, form: SchemaForm): readonly Loop[] {
  const canTell = useFeature('loops') === true;
  const [rested, setRested] = useState(form.record);
  const { record, model } = form;
  useEffect(() => {
    const timer = setTimeout(() => setRested(record), REST_MS);
    return () => clearTimeout(timer);
  }, [record]);
  const isWhole = canTell && validate(model, rested).length === 0;
  const { data } = useQuery({
    ...loopsQuery(kind, { type: model.type, ...toBody(model, rested, 'probe') }),
    enabled: isWhole,
    placeholderData: (before) => before,
  });
  return isWhole ? (data ?? NONE) : NONE;
}

/** Says that messages could go round in a circle, and through which rules. A warning: it may be saved all the same. */
export function LoopWarning({ loops }: { readonly loops: readonly Loop[] }) {
  const { t } = useTranslation('forms');
  if (loops.length === 0) return null;
  return (
    <Note tone="warn">
      <p>
        <b>{t('loop')}</b> {t('loopText')}
      </p>
      {loops.slice(0, 3).map(({ rules }) => (
        <p key={rules.join()} className="mono small break">
          {[...rules, rules[0]].join(' → ')}
        </p>
      ))}
    </Note>
  );
}

/** After saving: tells of the circles that the answer names. */
export function useLoopToast(): (saved: { readonly name: string; readonly record: JsonObject }) => void {
  const { t } = useTranslation('forms');
  return ({ name, record }) => {
    const [first] = (record.loops ?? []) as unknown as readonly Loop[];
    if (first !== undefined)
      toastProblem(t('loopSaved', { name, rules: [...first.rules, first.rules[0]].join(' → ') }));
  };
}
