import { useTranslation } from 'react-i18next';
import { ShortTime } from './ShortTime.tsx';

/** When an object was created and last changed, Unix ms or ISO 8601; `undefined`: not known. */
export function Dates({
  created,
  changed,
}: {
  readonly created: number | string | undefined;
  readonly changed: number | string | undefined;
}) {
  const { t } = useTranslation('ui');
  return (
    <p className="muted small">
      {created !== undefined && (
        <>
          {t('created')} <ShortTime time={created} />
        </>
      )}
      {changed !== undefined && (
        <>
          {' · '}
          {t('changed')} <ShortTime time={changed} />
        </>
      )}
    </p>
  );
}
