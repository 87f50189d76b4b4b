import type { ReactNode } from 'react';
import { usePick } from '../i18n/index.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { useFormContext, useFormState } from './form-context.ts';
import { getAt } from './model/path.ts';
import type { Field } from './model/types.ts';
import { isPlainInView, PlainValue } from './PlainValue.tsx';
import { rendererOf } from './renderers.ts';

interface FieldViewProps {
  readonly field: Field;
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Only the label line: the value is switched off. */
  readonly hidden?: boolean;
}

/** A field with a value of its own. */
export function FieldView({ field, label, hint, hidden = false }: FieldViewProps) {
  const { set, mode, locked } = useFormContext();
  const value = getAt(useFormState().record, field.path);
  const pick = usePick();
  const { widget: Widget, group = false } = rendererOf(field);
  const plain = mode === 'view' && isPlainInView(field);
  return (
    <FieldFrame
      field={field}
      group={group || plain || hidden}
      {...(label === undefined ? {} : { label })}
      {...(hint === undefined ? {} : { hint })}
    >
      {(control) =>
        hidden ? null : plain ? (
          <PlainValue field={field} value={value} />
        ) : (
          <Widget
            field={field}
            value={value}
            onChange={(next) => set(field.path, next)}
            control={control}
            label={label ?? pick(field.label)}
            disabled={mode === 'view' || field.locked || locked !== undefined}
          />
        )
      }
    </FieldFrame>
  );
}
