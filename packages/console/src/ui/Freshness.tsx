import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from './format.ts';

/** Data this old, in ms, says how old it is. */
const STALE_MS = 5_000;

/** Says that what is shown is old, and how old; nothing while it is fresh. `at`: Unix ms when it came, 0 for not yet. */
export function Freshness({ at, limit = STALE_MS }: { readonly at: number; readonly limit?: number }) {
  const { t } = useTranslation('ui');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const age = at === 0 ? 0 : now - at;
  if (age <= limit) return null;
  return <span className="warning-text small num">{t('stale', { age: formatDuration(age) })}</span>;
}
