import type { Json } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { usePick } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldList } from '../FieldList.tsx';
import { initialObject } from '../model/initial.ts';
import type { Field } from '../model/types.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** A list of objects, one block a row. */
export function TableWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'table'>>) {
  const { t } = useTranslation('forms');
  const pick = usePick();
  const rows: readonly Json[] = Array.isArray(value) ? value : [];
  const columnsOf = (index: number): readonly Field[] =>
    field.columns.map((column) => ({ ...column, path: [...field.path, index, ...column.path] }));
  return (
    <div className="rows" id={control.id} tabIndex={-1}>
      {rows.map((_, index) => (
        <fieldset
          className="block rows-row"
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          key={index}
          aria-label={`${pick(field.label)}: ${t('row', { index: index + 1 })}`}
        >
          <div className="fields">
            <FieldList fields={columnsOf(index)} />
          </div>
          {!disabled && (
            <IconButton
              icon="close"
              small
              label={t('removeRow', { index: index + 1 })}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button
          size="sm"
          look="ghost"
          icon="plus"
          onClick={() => onChange([...rows, initialObject(field.columns, [])])}
        >
          {t('addRow')}
        </Button>
      )}
    </div>
  );
}
