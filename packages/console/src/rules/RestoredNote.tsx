import { useTranslation } from 'react-i18next';
import { Note } from '../ui/Note.tsx';
import type { DraftState } from './rule-draft-state.ts';

/** Says that what stands here was kept from before, or that the rule has changed under it. */
export function RestoredNote({ state }: { readonly state: DraftState }) {
  const { t } = useTranslation('rules');
  const isStale = state.restored === 'stale';
  if (state.restored === 'no' && !state.isOutdated) return null;
  return (
    <div className="rule-note">
      <Note tone={isStale || state.isOutdated ? 'warn' : 'info'} alert={state.isOutdated}>
        <p>
          {t(state.isOutdated ? 'restored.outdated' : isStale ? 'restored.stale' : 'restored.fresh')}{' '}
          <button type="button" className="link" onClick={state.discard}>
            {t('restored.discard')}
          </button>
        </p>
      </Note>
    </div>
  );
}
