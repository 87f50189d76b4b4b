import { BooleanLine, ChoiceBlock, ObjectBlock, SslBlock, SwitchableBlock } from './blocks.tsx';
import { FieldView } from './FieldView.tsx';
import { pathKey, useFormState } from './form-context.ts';
import type { Field } from './model/types.ts';
import { isVisible } from './model/visibility.ts';

function Item({ field }: { readonly field: Field }) {
  switch (field.widget) {
    case 'boolean':
      return <BooleanLine field={field} />;
    case 'object':
      return <ObjectBlock field={field} />;
    case 'ssl':
      return <SslBlock field={field} />;
    case 'choice':
      return <ChoiceBlock field={field} />;
    case 'switchable':
      return <SwitchableBlock field={field} />;
    default:
      return <FieldView field={field} />;
  }
}

/** Fields in two columns, without those whose conditions do not hold. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  const { record } = useFormState();
  return fields
    .filter((field) => isVisible(field, record))
    .map((field) => <Item key={pathKey(field.path)} field={field} />);
}
