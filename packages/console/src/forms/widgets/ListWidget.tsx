import type { Json } from '@sluice/contract';
import { useState } from 'react';
import { usePick } from '../../i18n/index.ts';
import { listOf, numberOf } from '../model/convert.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** Several values: typed with commas between them, or ticked where only some are allowed. */
export function ListWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'list'>>) {
  const pick = usePick();
  const items = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? listOf(value) : [];
  const [typed, setTyped] = useState(items.join(', '));

  const put = (next: readonly string[]): Json => {
    if (field.separated) return next.join(',');
    return field.items === 'number' ? next.map((item) => numberOf(item) ?? item) : next;
  };

  if (field.options !== undefined) {
    return (
      <div className="ticks" id={control.id} tabIndex={-1}>
        {field.options.map((option) => {
          const text = String(option.value);
          return (
            <label key={text} className="tick">
              <input
                type="checkbox"
                className="checkbox"
                disabled={disabled}
                checked={items.includes(text)}
                onChange={(event) =>
                  onChange(put(event.target.checked ? [...items, text] : items.filter((item) => item !== text)))
                }
              />
              {pick(option.label)}
            </label>
          );
        })}
      </div>
    );
  }
  const same = listOf(typed).join() === items.join();
  return (
    <input
      {...control}
      className="input mono"
      disabled={disabled}
      placeholder={field.placeholder ?? 'a, b, c'}
      value={same ? typed : items.join(', ')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(put(listOf(event.target.value)));
      }}
    />
  );
}
