import type { Json } from '@sluice/contract';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../i18n/index.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { pathKey, useFormContext, useFormState } from './form-context.ts';
import { getAt } from './model/path.ts';
import type { Field, Problem } from './model/types.ts';
import { isPlainInView, PlainValue } from './PlainValue.tsx';
import { rendererOf } from './renderers.ts';

interface FieldViewProps {
  readonly field: Field;
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Only the label line: the value is switched off. */
  readonly hidden?: boolean;
}

interface BodyProps extends FieldViewProps {
  readonly value: Json | undefined;
  readonly problem: Problem | undefined;
}

/** A field with a value of its own. */
export function FieldView(props: FieldViewProps) {
  const { record, problems } = useFormState();
  const { path } = props.field;
  return <Body {...props} value={getAt(record, path)} problem={problems.get(pathKey(path))} />;
}

/** Drawn again only when its own value or problem changes: a form may have hundreds of fields. */
const Body = memo(function Body({ field, label, hint, hidden = false, value, problem }: BodyProps) {
  const { set, mode, locked } = useFormContext();
  const pick = usePick();
  const { t } = useTranslation('forms');
  const { widget: Widget, group = false } = rendererOf(field);
  const disabled = mode === 'view' || field.locked || locked !== undefined;
  const plain = mode === 'view' && isPlainInView(field);
  return (
    <FieldFrame
      field={field}
      problem={problem}
      group={group || plain || hidden}
      {...(label === undefined ? {} : { label })}
      {...(hint === undefined ? {} : { hint })}
    >
      {(control) =>
        hidden ? null : plain ? (
          <PlainValue field={field} value={value} />
        ) : (
          <Widget
            // An example in a field that nobody can fill in looks like its value.
            field={disabled ? { ...field, placeholder: t('notSet') } : field}
            value={value}
            onChange={(next) => set(field.path, next)}
            control={control}
            label={label ?? pick(field.label)}
            disabled={disabled}
          />
        )
      }
    </FieldFrame>
  );
});
