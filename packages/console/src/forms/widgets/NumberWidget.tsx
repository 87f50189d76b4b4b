import { useState } from 'react';
import { usePick } from '../../i18n/index.ts';
import { isNumberKey, numberOf } from '../model/convert.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** Keeps what is typed (`1.`, `-`) until it is a number; only digits, dot, e, + and - get in. */
export function NumberWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'number'>>) {
  const pick = usePick();
  const shown = value === undefined || value === null ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  const text = numberOf(typed) === value ? typed : shown;
  const input = (
    <input
      {...control}
      className={field.unit === undefined ? 'input num' : 'num'}
      inputMode={field.integer ? 'numeric' : 'decimal'}
      disabled={disabled}
      autoComplete="off"
      placeholder={field.placeholder}
      value={text}
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && !isNumberKey(event.key)) event.preventDefault();
      }}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberOf(event.target.value));
      }}
    />
  );
  if (field.unit === undefined) return input;
  return (
    <div className={control['aria-invalid'] ? 'input invalid' : 'input'}>
      {input}
      <span className="muted">{pick(field.unit)}</span>
    </div>
  );
}
