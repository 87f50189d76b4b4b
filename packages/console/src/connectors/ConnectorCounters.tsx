import { useAllChannelMetrics } from '../api/all-metrics.ts';
import type { Connector } from '../api/connectors.ts';
import { Count, Rate } from '../ui/Counter.tsx';

/** What passes through all actions and sources of a connector together; `undefined` where nobody counts. */
function useTotal(connector: Connector) {
  const all = useAllChannelMetrics().data;
  if (all === undefined) return undefined;
  const metrics = [
    ...connector.actionIds.map((id) => all.actions[id]),
    ...connector.sourceIds.map((id) => all.sources[id]),
  ].filter((one) => one !== undefined);
  return {
    rate: metrics.reduce((sum, one) => sum + one.rate, 0),
    failed: metrics.reduce((sum, one) => sum + one.failed + one.dropped, 0),
  };
}

export function ConnectorRate({ connector }: { readonly connector: Connector }) {
  return <Rate value={useTotal(connector)?.rate} />;
}

export function ConnectorFailed({ connector }: { readonly connector: Connector }) {
  return <Count value={useTotal(connector)?.failed} isBad />;
}
