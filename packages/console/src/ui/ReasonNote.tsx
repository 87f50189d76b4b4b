import { useTranslation } from 'react-i18next';
import { type ResourceState, reasonOf } from '../api/resource-state.ts';
import { faultText } from '../i18n/fault-text.ts';
import { Note } from './Note.tsx';

/** Why a connector, action or source does not work, below its head; nothing while it does. */
export function ReasonNote({
  state,
  raw,
}: {
  readonly state: ResourceState;
  /** The text of the underlying system. */
  readonly raw: unknown;
}) {
  const { t } = useTranslation('ui');
  const { sent, fault } = reasonOf(state);
  const reason = faultText(fault, sent);
  if (!state.enable || state.status === 'connected' || reason === undefined) return null;
  return (
    <div className="head-note">
      <Note tone={state.status === 'connecting' || state.status === 'inconsistent' ? 'warn' : 'bad'}>
        <p>{reason}</p>
        {typeof raw === 'string' && raw !== '' && raw !== reason && (
          <details>
            <summary className="link small">{t('details')}</summary>
            <pre className="raw">{raw}</pre>
          </details>
        )}
      </Note>
    </div>
  );
}
