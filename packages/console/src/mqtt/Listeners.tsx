import { useTranslation } from 'react-i18next';
import { useFeature } from '../api/features.ts';
import { useAnonymousPolicy, useListeners } from '../api/mqtt.ts';
import { Count } from '../ui/Counter.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';

const NAMES: Readonly<Record<string, string>> = {
  tcp: 'TCP',
  ssl: 'TLS',
  ws: 'WebSocket',
  wss: 'WebSocket, TLS',
  quic: 'QUIC',
};

/** Where MQTT clients connect. */
export function Listeners() {
  const { t } = useTranslation('mqtt');
  const { data, error, refetch } = useListeners();
  const policy = useAnonymousPolicy();
  const isEmbedded = useFeature('probe') === true;
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows count={3} />
    ) : (
      <LoadError what={t('listener.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <div className="stack mqtt-narrow">
      <section className="panel" aria-label={t('tabs.listeners')}>
        <table className="table plain">
          <thead>
            <tr>
              <th>{t('listener.type')}</th>
              <th>{t('listener.address')}</th>
              {policy !== undefined && <th className="hide-s">{t('listener.anonymous')}</th>}
              <th>{t('listener.state')}</th>
              <th className="num">{t('listener.connections')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((listener) => {
              const isRunning = listener.enable !== false && String(listener.status?.running ?? true) === 'true';
              return (
                <tr key={listener.id}>
                  <td>{NAMES[listener.type] ?? listener.type}</td>
                  <td className="mono break">{listener.bind}</td>
                  {policy !== undefined && <td className="hide-s">{t(`anonymous.who.${policy}`)}</td>}
                  <td>
                    <StatusText tone={isRunning ? 'ok' : 'off'} shape={isRunning ? 'disc' : 'ring'}>
                      {isRunning ? t('listener.running') : t('listener.stopped')}
                    </StatusText>
                  </td>
                  <td className="num">
                    <Count value={listener.status?.current_connections} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {isEmbedded && (
        <Note tone="info">
          <p>{t('listener.options')}</p>
        </Note>
      )}
    </div>
  );
}
