import type { QueryClient } from '@tanstack/react-query';
import { type Capabilities, capabilitiesQuery, useCapabilities } from './backend.ts';

/** What a backend may offer beyond EMQX, as `capabilities` names it. */
export type Feature =
  | 'all_metrics'
  | 'audit'
  | 'dead_letters'
  | 'etag'
  | 'export'
  | 'history'
  | 'loops'
  | 'probe'
  | 'rehearse'
  | 'tap'
  | 'webhooks';

/** Behind a gateway the backend is EMQX, and has none of them. */
function offers(capabilities: Capabilities, feature: Feature): boolean {
  const features = capabilities?.features;
  return Array.isArray(features) && features.includes(feature);
}

/** For calls that go one way or another. */
export async function hasFeature(client: QueryClient, feature: Feature): Promise<boolean> {
  return offers(await client.ensureQueryData(capabilitiesQuery), feature);
}

/** `undefined` until the backend has said what it can. */
export function useFeature(feature: Feature): boolean | undefined {
  const { data } = useCapabilities();
  return data === undefined ? undefined : offers(data, feature);
}
