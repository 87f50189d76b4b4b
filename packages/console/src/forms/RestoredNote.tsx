import { useTranslation } from 'react-i18next';
import { Note } from '../ui/Note.tsx';
import type { FormDraft } from './form-draft.ts';

/** Says that unsaved changes came back, and offers to drop them. */
export function RestoredNote({ draft }: { readonly draft: FormDraft }) {
  const { t } = useTranslation('forms');
  if (!draft.restored) return null;
  return (
    <Note tone="info">
      <p>
        {t('restored')}{' '}
        <button type="button" className="link" onClick={draft.discard}>
          {t('discard')}
        </button>
      </p>
    </Note>
  );
}
