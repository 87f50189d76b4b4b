import { WEBHOOK_SUFFIX } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../api/channels.ts';
import { connectorsQuery } from '../../api/connectors.ts';
import { ruleCountQuery } from '../../api/rules.ts';
import { statusLook } from '../../ui/status.ts';

export interface NavCount {
  readonly total: number | undefined;
  readonly failing: number;
}

/** The navigation asks less often than a list on screen. */
const NAV_MS = 10_000;

interface Countable {
  readonly enable: boolean;
  readonly status?: string;
}

function countOf(items: readonly Countable[] | undefined, kind: 'connector' | 'action' | 'source'): NavCount {
  const failing = (items ?? []).filter((item) => statusLook(item.status, kind, item.enable).tone === 'bad').length;
  return { total: items?.length, failing };
}

/** How many there are of each thing, and how many of them fail. */
export function useNavCounts(): Readonly<
  Record<'rules' | 'actions' | 'sources' | 'connectors' | 'webhooks', NavCount>
> {
  const rules = useQuery({ ...ruleCountQuery, refetchInterval: NAV_MS });
  const actions = useQuery({ ...channelsQuery('action'), refetchInterval: NAV_MS });
  const sources = useQuery({ ...channelsQuery('source'), refetchInterval: NAV_MS });
  const connectors = useQuery({ ...connectorsQuery, refetchInterval: NAV_MS });
  return {
    rules: { total: rules.data, failing: 0 },
    actions: countOf(actions.data, 'action'),
    sources: countOf(sources.data, 'source'),
    connectors: countOf(connectors.data, 'connector'),
    webhooks: {
      total: connectors.data?.filter((one) => one.type === 'http' && one.name.endsWith(WEBHOOK_SUFFIX)).length,
      failing: 0,
    },
  };
}
