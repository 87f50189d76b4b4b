import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../i18n/index.ts';
import { Segments } from '../../ui/Segments.tsx';
import { enumValueOf } from '../model/convert.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

const OWN = '\u0000own';

/** One of several values; where the backend takes others too, "Other…" turns it into a text. */
export function EnumWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'enum'>>) {
  const { t } = useTranslation('forms');
  const pick = usePick();
  const known = value === undefined || value === null || field.options.some((option) => option.value === value);
  const [typing, setTyping] = useState(!known);
  const text = value === undefined || value === null ? '' : String(value);
  const free = typing || !known;
  return (
    <div className="stack tight">
      <select
        {...control}
        className="input"
        disabled={disabled}
        value={free ? OWN : text}
        onChange={(event) => {
          const own = event.target.value === OWN;
          setTyping(own);
          if (!own) onChange(enumValueOf(field, event.target.value));
        }}
      >
        {(value === undefined || !field.required) && (
          <option value="">{field.required ? t('choose') : t('notSet')}</option>
        )}
        {field.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {pick(option.label)}
          </option>
        ))}
        {(field.custom !== undefined || !known) && <option value={OWN}>{t('custom')}</option>}
      </select>
      {free && (
        <input
          className="input mono"
          aria-label={t('customValue')}
          disabled={disabled}
          value={text}
          placeholder={field.custom === 'template' ? '${field}' : undefined}
          onChange={(event) => onChange(enumValueOf(field, event.target.value))}
        />
      )}
    </div>
  );
}

/** A text with a few usual values to pick from. */
export function SuggestWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'enum'>>) {
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <>
      <input
        {...control}
        className="input mono"
        list={`${control.id}-options`}
        disabled={disabled}
        placeholder={field.placeholder}
        value={text}
        onChange={(event) => onChange(enumValueOf(field, event.target.value))}
      />
      <datalist id={`${control.id}-options`}>
        {field.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)} />
        ))}
      </datalist>
    </>
  );
}

/** Two or three exclusive words fit beside each other. */
export function SegmentWidget({ field, value, onChange, control, label, disabled }: WidgetProps<FieldOf<'enum'>>) {
  const pick = usePick();
  return (
    <Segments
      id={control.id}
      label={label}
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      options={field.options.map((option) => ({ value: String(option.value), label: pick(option.label) }))}
      onChange={(next) => onChange(enumValueOf(field, next))}
    />
  );
}
