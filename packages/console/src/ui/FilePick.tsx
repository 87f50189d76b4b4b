import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { toastDone, toastProblem } from './toast-store.ts';

interface FilePickProps {
  /** File name extensions with dot; empty for any. */
  readonly accept: readonly string[];
  /** There is a text already: replacing it is asked about first. */
  readonly isFilled: boolean;
  readonly onText: (text: string) => void;
}

/** Reads the text of a file into what stands beside it. The file is read here and sent nowhere. */
export function FilePick({ accept, isFilled, onText }: FilePickProps) {
  const { t } = useTranslation('forms');
  const picker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<{ readonly name: string; readonly text: string }>();

  function take(name: string, text: string): void {
    onText(text);
    setAsking(undefined);
    toastDone(t('fileRead', { name }));
  }

  async function pick(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const { name } = file;
    const isAllowed = accept.length === 0 || accept.some((extension) => name.toLowerCase().endsWith(extension));
    if (!isAllowed) return toastProblem(t('fileExtension', { name, list: accept.join(', ') }));
    let text: string;
    try {
      text = await file.text();
    } catch {
      return toastProblem(t('fileFailed', { name }));
    }
    if (isFilled) setAsking({ name, text });
    else take(name, text);
  }

  return (
    <>
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
          accept={accept.join(',')}
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t('fileReplaceTitle')}
        confirm={{
          label: t('fileReplace'),
          busyLabel: t('fileReplace'),
          busy: false,
          danger: false,
          onConfirm: () => asking !== undefined && take(asking.name, asking.text),
        }}
      >
        <p>{t('fileReplaceText', { name: asking?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  );
}
