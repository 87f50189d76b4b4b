import { useTranslation } from 'react-i18next';
import { Note } from '../ui/Note.tsx';
import type { DraftState } from './rule-draft-state.ts';

/** Says that what stands here was kept from before. */
export function RestoredNote({ state }: { readonly state: DraftState }) {
  const { t } = useTranslation('rules');
  if (state.restored === 'no') return null;
  return (
    <div className="rule-note">
      <Note tone={state.restored === 'stale' ? 'warn' : 'info'}>
        <p>
          {state.restored === 'stale' ? t('restored.stale') : t('restored.fresh')}{' '}
          <button type="button" className="link" onClick={state.discard}>
            {t('restored.discard')}
          </button>
        </p>
      </Note>
    </div>
  );
}
