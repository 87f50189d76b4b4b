import { useCapabilities } from './backend.ts';

/** What a backend may offer beyond EMQX, as `capabilities` names it. */
export type Feature = 'all_metrics' | 'dead_letters' | 'tap' | 'rehearse' | 'history';

/** `undefined` until the backend has said what it can. */
export function useFeature(feature: Feature): boolean | undefined {
  const { data } = useCapabilities();
  if (data === undefined) return undefined;
  const features = data?.features;
  return Array.isArray(features) && features.includes(feature);
}
