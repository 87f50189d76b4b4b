import { useTranslation } from 'react-i18next';
import { FilePick } from '../../ui/FilePick.tsx';
import type { FieldOf, WidgetProps } from '../widget.ts';

type FileField = FieldOf<'file'> | FieldOf<'certificate'>;

/** A text area that a file can fill. */
export function FileWidget({ field, value, onChange, control, disabled }: WidgetProps<FileField>) {
  const { t } = useTranslation('forms');
  const text = typeof value === 'string' ? value : '';
  return (
    <>
      <textarea
        {...control}
        className="input mono"
        rows={field.widget === 'certificate' ? 3 : 5}
        disabled={disabled}
        spellCheck={false}
        placeholder={
          field.placeholder ??
          (field.widget === 'certificate'
            ? t(field.key === 'keyfile' ? 'keyPlaceholder' : 'certificatePlaceholder')
            : undefined)
        }
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {!disabled && <FilePick accept={field.accept} isFilled={text !== ''} onText={onChange} />}
    </>
  );
}
