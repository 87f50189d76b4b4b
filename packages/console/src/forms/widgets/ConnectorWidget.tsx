import { useTranslation } from 'react-i18next';
import { useConnectors } from '../../api/connectors.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/Note.tsx';
import { ResourceStatus } from '../../ui/StatusTag.tsx';
import { useFormContext } from '../form-context.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** The connectors of the same type, with the state of the chosen one, and a way to a new one. */
export function ConnectorWidget({ value, onChange, control, disabled }: WidgetProps<FieldOf<'connector'>>) {
  const { t } = useTranslation('forms');
  const { type, createConnector } = useFormContext();
  const { data, error, refetch } = useConnectors();
  const offered = (data ?? []).filter((connector) => connector.type === type);
  const chosen = offered.find((connector) => connector.name === value);
  const name = typeof value === 'string' ? value : '';
  if (error !== null && data === undefined)
    return <LoadError what={t('connectorsWhat')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack tight">
      <div className="row">
        <select
          {...control}
          className="input mono grow"
          disabled={disabled}
          value={name}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{offered.length === 0 && data !== undefined ? t('connectorNone') : t('choose')}</option>
          {offered.map((connector) => (
            <option key={connector.id} value={connector.name}>
              {connector.name}
            </option>
          ))}
          {name !== '' && data !== undefined && chosen === undefined && (
            <option value={name}>{t('connectorGone', { name })}</option>
          )}
        </select>
        {createConnector !== undefined && !disabled && (
          <Button icon="plus" onClick={() => createConnector(type, onChange)}>
            {t('connectorCreate')}
          </Button>
        )}
      </div>
      {chosen !== undefined && <ResourceStatus state={chosen} />}
    </div>
  );
}
