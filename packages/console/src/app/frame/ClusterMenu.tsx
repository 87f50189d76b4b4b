import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../api/backend.ts';
import { switchCluster } from '../../api/cluster-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

interface Cluster {
  readonly name: string;
  readonly url: string;
}

function isCluster(value: unknown): value is Cluster {
  return typeof value === 'object' && value !== null && 'name' in value && 'url' in value;
}

/** Behind a gateway with several clusters: which one this tab looks at. Nothing where there is no choice. */
export function ClusterMenu() {
  const { t } = useTranslation('frame');
  const { data } = useCapabilities();
  const clusters = Array.isArray(data?.clusters) ? data.clusters.filter(isCluster) : [];
  const current = clusters.find((cluster) => cluster.name === data?.cluster);
  if (clusters.length < 2 || current === undefined) return null;
  return (
    <Menu
      target={
        <button type="button" className="quiet cluster">
          <span className="sr">{t('cluster')}</span>
          <span className="clip">{current.name}</span>
          <Icon name="chevronDown" small />
        </button>
      }
      head={t('clusterHelp')}
      actions={clusters.map((cluster, index) => ({
        label: cluster.name,
        note: cluster.url,
        checked: cluster === current,
        onSelect: () => {
          if (cluster !== current) switchCluster(index === 0 ? undefined : cluster.name);
        },
      }))}
    />
  );
}
