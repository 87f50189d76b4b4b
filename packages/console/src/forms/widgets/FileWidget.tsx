import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone, toastProblem } from '../../ui/toast-store.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

type FileField = FieldOf<'file'> | FieldOf<'certificate'>;

interface Read {
  readonly name: string;
  readonly text: string;
}

/** A text area that a file can fill. The file is read here and sent nowhere. */
export function FileWidget({ field, value, onChange, control, disabled }: WidgetProps<FileField>) {
  const { t } = useTranslation('forms');
  const picker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<Read>();
  const text = typeof value === 'string' ? value : '';

  function take(read: Read): void {
    onChange(read.text);
    setAsking(undefined);
    toastDone(t('fileRead', { name: read.name }));
  }

  async function pick(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const { name } = file;
    const allowed =
      field.accept.length === 0 || field.accept.some((extension) => name.toLowerCase().endsWith(extension));
    if (!allowed) return toastProblem(t('fileExtension', { name, list: field.accept.join(', ') }));
    let content: string;
    try {
      content = await file.text();
    } catch {
      return toastProblem(t('fileFailed', { name }));
    }
    if (text === '') take({ name, text: content });
    else setAsking({ name, text: content });
  }

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
      {!disabled && (
        <div className="file-pick">
          <button type="button" className="link small" onClick={() => picker.current?.click()}>
            {t('chooseFile')}
          </button>
          <input
            ref={picker}
            type="file"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            accept={field.accept.join(',')}
            onChange={(event) => {
              void pick(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t('fileReplaceTitle')}
        confirm={{
          label: t('fileReplace'),
          busyLabel: t('fileReplace'),
          busy: false,
          danger: false,
          onConfirm: () => asking !== undefined && take(asking),
        }}
      >
        <p>{t('fileReplaceText', { name: asking?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  );
}
