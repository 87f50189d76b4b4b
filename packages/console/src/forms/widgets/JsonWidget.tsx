import type { Json } from '@sluice/contract';
import { useState } from 'react';
import { parseExact, stringifyExact } from '../../api/exact-json.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** A value this build has no widget for, as JSON. Text that is not JSON stays on screen and is named on saving. */
export function JsonWidget({ value, onChange, control, disabled }: WidgetProps<FieldOf<'json'>>) {
  const shown = value === undefined ? '' : stringifyExact(value, 2);
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: Json | undefined }>();
  const text = draft !== undefined && draft.value === value ? draft.text : shown;
  return (
    <textarea
      {...control}
      className="input mono"
      rows={Math.min(10, Math.max(2, text.split('\n').length))}
      disabled={disabled}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        let parsed: Json | undefined = next;
        try {
          parsed = next.trim() === '' ? undefined : (parseExact(next) as Json);
        } catch {
          // Kept as text until it is JSON again.
        }
        setDraft({ text: next, value: parsed });
        onChange(parsed);
      }}
    />
  );
}
