import { useTranslation } from 'react-i18next';
import { type MqttClient, useMqttSubscriptions } from '../api/mqtt.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../ui/Note.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';

/** What one client has subscribed to. */
export function Subscriptions({ client, onClose }: { readonly client: MqttClient; readonly onClose: () => void }) {
  const { t } = useTranslation('mqtt');
  const { data, error, refetch } = useMqttSubscriptions(client.clientid);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      width="520px"
      title={
        <>
          {t('subscription.title')} <span className="mono">{client.clientid}</span>
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <SkeletonLines count={4} />
        ) : (
          <LoadError what={t('subscription.what')} error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState slim text={t('subscription.none')} />
      ) : (
        <ul className="link-list panel">
          {data.map((one) => (
            <li key={one.topic}>
              <span className="mono break grow">{one.topic}</span>
              <span className="muted small">
                {[
                  `QoS ${one.qos}`,
                  one.nl === 1 ? t('subscription.noLocal') : undefined,
                  one.rap === 1 ? t('subscription.retainAsPublished') : undefined,
                ]
                  .filter((part) => part !== undefined)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SideDrawer>
  );
}
