import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLine, isApiError } from '../api/errors.ts';
import type { Tone } from './Glyph.tsx';
import { Icon, type IconName } from './Icon.tsx';

const ICONS: Readonly<Record<Tone, IconName>> = { ok: 'ok', warn: 'warning', bad: 'alert', off: 'info', info: 'info' };

/** A message in place. `alert` is read out at once. */
export function Note({
  tone,
  alert = false,
  children,
}: {
  readonly tone: Tone;
  readonly alert?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="note" data-status={tone} role={alert ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div className="note-body">{children}</div>
    </div>
  );
}

/** Something could not be loaded: what, why, and another try. */
export function LoadError({
  what,
  error,
  onRetry,
}: {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <Note tone="bad" alert>
      <p>
        <b>{t('loadFailed', { what })}</b> {isApiError(error) ? errorLine(error) : String(error)}{' '}
        <button type="button" className="link" onClick={onRetry}>
          {t('retry')}
        </button>
      </p>
    </Note>
  );
}
