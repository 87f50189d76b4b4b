import { TemplateInput } from '../../editor/TemplateInput.tsx';
import { useFormContext } from '../form-context.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

const MONO = ['url', 'server', 'topic_name', 'topic_filter', 'common_id'];

/** One line of text, or several; templates offer `${field}`. */
export function TextWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'text'>>) {
  const { templateFields } = useFormContext();
  const text = typeof value === 'string' ? value : value === undefined ? '' : String(value);
  const mono = field.template || (field.rule !== undefined && MONO.includes(field.rule));
  const className = mono ? 'input mono' : 'input';
  const plain = (
    <input
      {...control}
      className={className}
      disabled={disabled}
      spellCheck={mono ? false : undefined}
      autoComplete="off"
      placeholder={field.placeholder}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  if (field.multiline) {
    return (
      <textarea
        {...control}
        className={className}
        rows={5}
        disabled={disabled}
        spellCheck={!mono}
        placeholder={field.placeholder}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (!field.template || disabled) return plain;
  return (
    <TemplateInput
      id={control.id}
      {...(control['aria-describedby'] === undefined ? {} : { 'aria-describedby': control['aria-describedby'] })}
      invalid={control['aria-invalid'] === true}
      fields={templateFields}
      value={text}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      onChange={onChange}
    />
  );
}
