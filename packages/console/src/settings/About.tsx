import { useTranslation } from 'react-i18next';
import { useCapabilities, useHealth } from '../api/backend.ts';
import { API_BASE } from '../api/cluster-store.ts';
import { UNKNOWN } from '../ui/format.ts';

interface Listener {
  readonly host: string;
  readonly port: number;
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'object' && value !== null && 'host' in value && 'port' in value;
}

/** What answers behind the console. */
export function About() {
  const { t } = useTranslation('settings');
  const capabilities = useCapabilities().data;
  const nodes = useHealth().data?.nodes ?? [];
  const version = nodes[0]?.version ?? UNKNOWN;
  const sluice = capabilities?.backend === 'embedded';
  const mqtt =
    sluice && isListener(capabilities.mqtt) ? `${capabilities.mqtt.host}:${capabilities.mqtt.port}` : undefined;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [
      t('about.backend'),
      sluice ? t('about.sluice', { version: String(capabilities.version ?? UNKNOWN) }) : t('about.emqx', { version }),
    ],
    [t('about.api'), version],
    [t('about.address'), new URL(API_BASE, location.href).href],
    [t('about.mqtt'), mqtt],
    [t('about.node'), nodes.map((node) => node.node).join(', ') || undefined],
  ];
  return (
    <div className="panel pad settings-panel">
      <dl className="fact-list">
        {rows.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono break">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
