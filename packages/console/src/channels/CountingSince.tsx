import { useTranslation } from 'react-i18next';
import './channels.css';
import { Freshness } from '../ui/Freshness.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';

/** Since when counters count, beside their title: zeros after a restart explain themselves. Says too when they are old. */
export function CountingSince({
  since,
  updatedAt,
}: {
  /** Unix ms; absent where the backend does not say. */
  readonly since: number | undefined;
  readonly updatedAt: number;
}) {
  const { t } = useTranslation('ui');
  return (
    <>
      {since !== undefined && (
        <span className="muted small counting-since">
          {t('countingSince')} <ShortTime time={since} />
        </span>
      )}
      <Freshness at={updatedAt} />
    </>
  );
}
