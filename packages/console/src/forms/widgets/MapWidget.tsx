import type { Json } from '@sluice/contract';
import { useState } from 'react';
import { stringifyExact } from '../../api/exact-json.ts';
import { KeyValueEditor, type KeyValueRow } from '../../ui/KeyValueEditor.tsx';
import { mapOf } from '../model/convert.ts';
import { isObject } from '../model/path.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

function rowsOf(value: Json | undefined): readonly KeyValueRow[] {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, inner]) => ({
    key,
    value: typeof inner === 'string' ? inner : stringifyExact(inner),
  }));
}

/** Values that were not texts go back as what they were, as long as nobody touched them. */
function mapFrom(rows: readonly KeyValueRow[], before: Json | undefined): Json {
  const old = isObject(before) ? before : {};
  return Object.fromEntries(
    rows
      .filter((row) => row.key !== '' || row.value !== '')
      .map((row): [string, Json] => {
        const previous = Object.hasOwn(old, row.key) ? old[row.key] : undefined;
        const untouched =
          previous !== undefined && typeof previous !== 'string' && stringifyExact(previous) === row.value;
        return [row.key, untouched ? previous : row.value];
      }),
  );
}

/** A map as rows. While two rows have the same name, or one has none yet, the rows know more than the map. */
export function MapWidget({ value, onChange, control, disabled }: WidgetProps<FieldOf<'map'>>) {
  const [draft, setDraft] = useState<{ readonly rows: readonly KeyValueRow[]; readonly map: Json }>();
  const rows = draft !== undefined && JSON.stringify(draft.map) === JSON.stringify(value) ? draft.rows : rowsOf(value);
  return (
    <KeyValueEditor
      id={control.id}
      rows={rows}
      disabled={disabled}
      invalid={control['aria-invalid'] === true}
      parse={mapOf}
      onChange={(next) => {
        const map = mapFrom(next, value);
        setDraft({ rows: next, map });
        onChange(map);
      }}
    />
  );
}
