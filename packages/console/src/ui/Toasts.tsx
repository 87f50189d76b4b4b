import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLine } from '../api/errors.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { dismissToast, getToasts, onToastsChange, type Toast } from './toast-store.ts';

function ToastText({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation('ui');
  const { error } = toast;
  if (error === undefined) return <div className="grow">{toast.text}</div>;
  const [title, help] =
    error.kind === 'network'
      ? [t('networkError'), t('networkErrorHelp')]
      : error.kind === 'timeout'
        ? [t('timeoutError'), t('timeoutErrorHelp')]
        : [t('requestFailed'), errorLine(error)];
  return (
    <div className="grow">
      <b>{title}</b>
      <p className="soft">{help}</p>
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation('ui');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message from leaving
    <div
      className="toast"
      data-status={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <Icon name={toast.tone === 'ok' ? 'ok' : 'alert'} />
      <ToastText toast={toast} />
      <IconButton icon="close" small label={t('dismiss')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

/** Messages at the bottom right; read out politely, errors at once. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, getToasts);
  return (
    <div className="toasts">
      <div role="status">
        {toasts
          .filter((toast) => toast.tone === 'ok')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
      <div role="alert">
        {toasts
          .filter((toast) => toast.tone === 'bad')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  );
}
