import { useTranslation } from 'react-i18next';
import { API_BASE } from '../api/cluster-store.ts';
import { CopyButton } from '../editor/CopyButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Note } from '../ui/Note.tsx';
import type { ApiSecret } from './ApiKeyDialog.tsx';

/** The one time that a secret is shown. A click beside the dialog does not close it. */
export function ApiSecretDialog({ made, onClose }: { readonly made: ApiSecret; readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'ui']);
  const address = new URL(`${API_BASE}/rules`, location.href).href;
  const rows = [
    { name: t('keys.key'), value: made.key },
    { name: t('keys.secret'), value: made.secret },
    { name: t('keys.try'), value: `curl -u '${made.key}:${made.secret}' ${address}` },
  ];
  return (
    <Dialog
      opened
      onClose={onClose}
      sticky
      width={560}
      title={t('keys.secretTitle', { name: made.name })}
      foot={
        <Button look="primary" onClick={onClose} data-autofocus>
          {t('keys.stored')}
        </Button>
      }
    >
      <Note tone="warn">
        <p>{t('keys.secretOnce')}</p>
      </Note>
      <dl className="secrets">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className="mono break">{value}</code>
              <CopyButton text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
