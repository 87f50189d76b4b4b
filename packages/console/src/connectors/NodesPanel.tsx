import { useTranslation } from 'react-i18next';
import { type Connector, useReconnectConnector } from '../api/connectors.ts';
import { faultText } from '../i18n/fault-text.ts';
import { Button } from '../ui/Button.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { statusLook } from '../ui/status.ts';
import { toastDone } from '../ui/toast-store.ts';

/** The state on each node of a cluster, and a way to reconnect one of them. */
export function NodesPanel({
  connector,
  locked,
}: {
  readonly connector: Connector;
  readonly locked: string | undefined;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const reconnect = useReconnectConnector();
  if (connector.node_status.length < 2) return null;
  return (
    <section className="panel section" aria-label={t('detail.nodes')}>
      <div className="panel-head">{t('detail.nodes')}</div>
      <ul className="link-list">
        {connector.node_status.map(({ node, status, status_reason, status_fault }) => {
          const look = statusLook(status, 'connector', connector.enable);
          return (
            <li key={node}>
              <div className="grow">
                <span className="row wrap">
                  <span className="mono small break">{node}</span>
                  <StatusText tone={look.tone} shape={look.shape}>
                    {t(`ui:statusOf.${look.word}`)}
                  </StatusText>
                </span>
                {status_reason !== undefined && (
                  <p className="small soft break">{faultText(status_fault, status_reason)}</p>
                )}
              </div>
              {connector.enable && status !== 'connected' && (
                <Button
                  size="sm"
                  icon="refresh"
                  disabledReason={locked}
                  onClick={() =>
                    reconnect.mutate(
                      { id: connector.id, node },
                      { onSuccess: () => toastDone(t('done.reconnecting', { name: `${connector.name}, ${node}` })) },
                    )
                  }
                >
                  {t('detail.reconnect')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
