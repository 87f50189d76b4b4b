import { useTranslation } from 'react-i18next';
import { faultText } from '../i18n/fault-text.ts';
import { IconButton } from '../ui/Button.tsx';
import { formatClock, formatCount, formatTime } from '../ui/format.ts';
import { Note } from '../ui/Note.tsx';
import { type Resent, resentTone } from './resent.ts';

/** So many are named; a long list would say the same again and again. */
const NAMED = 5;
const PARTS = ['delivered', 'waiting', 'rejected', 'dropped', 'kept'] as const;

/** What became of the letters that were sent again: how many, and of those in trouble which and why. */
export function ResentNote({ resent, onClose }: { readonly resent: Resent; readonly onClose: () => void }) {
  const { t } = useTranslation(['actions', 'ui']);
  const { counts, troubles } = resent;
  return (
    <div className="head-note" role="status">
      <Note tone={resentTone(resent)}>
        <div className="row resent-line">
          <p className="grow">
            <b>{t('resent.title', { count: resent.asked, time: formatClock(new Date(resent.at)) })}</b>{' '}
            {PARTS.filter((part) => counts[part] > 0)
              .map((part) => t(`resent.${part}`, { count: counts[part], shown: formatCount(counts[part]) }))
              .join(' · ')}
          </p>
          <IconButton icon="close" label={t('ui:close')} onClick={onClose} />
        </div>
        {troubles.length > 0 && (
          <ul className="resent-troubles">
            {troubles.slice(0, NAMED).map(({ fate, letter }) => (
              <li key={fate.id}>
                <span className="mono small">{letter?.topic || formatTime(letter?.receivedAt)}</span>:{' '}
                <span>{faultText(fate, fate.message) ?? t(`resent.state.${fate.state}`)}</span>
              </li>
            ))}
            {troubles.length > NAMED && <li>{t('resent.more', { count: troubles.length - NAMED })}</li>}
          </ul>
        )}
      </Note>
    </div>
  );
}
