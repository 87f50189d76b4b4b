import { CodeField } from '../../editor/CodeField.tsx';
import { useEditorWords } from '../../editor/use-editor-words.ts';
import { useFormContext } from '../form-context.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** A text in a language of its own, with `${field}` completion; the editor loads when it is first shown. */
export function CodeWidget({ field, value, onChange, control, label, disabled }: WidgetProps<FieldOf<'code'>>) {
  const { templateFields } = useFormContext();
  const words = useEditorWords();
  return (
    <div id={control.id} tabIndex={-1} className={control['aria-invalid'] ? 'code-box invalid' : 'code-box'}>
      <CodeField
        mode={field.language === 'json' ? 'json' : 'plain'}
        label={label}
        words={words}
        readOnly={disabled}
        minHeight={104}
        maxHeight={320}
        fields={templateFields}
        {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
      />
    </div>
  );
}
