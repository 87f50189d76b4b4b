import type { Json, JsonObject, ProbeReport, ResourceKind } from '@sluice/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client.ts';
import { errorLine, isApiError } from './errors.ts';
import { hasFeature } from './features.ts';

/** The result of a connection test: stage by stage, or one answer where the backend knows no stages. */
export type ProbeOutcome =
  | { readonly kind: 'stages'; readonly report: ProbeReport }
  | {
      readonly kind: 'single';
      readonly ok: boolean;
      readonly ms: number;
      readonly message: string;
      readonly raw: string;
    };

const PATHS: Readonly<Record<ResourceKind, string>> = {
  connector: '/connectors_probe',
  action: '/actions_probe',
  source: '/sources_probe',
};

/** EMQX answers 204, or an error whose message is the reason. */
async function probeOnce(kind: ResourceKind, config: Json): Promise<ProbeOutcome> {
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  try {
    await request<void>(PATHS[kind], { method: 'POST', body: config });
    return { kind: 'single', ok: true, ms: since(), message: '', raw: '' };
  } catch (error) {
    if (!isApiError(error) || error.kind !== 'refused' || error.status === 401) throw error;
    return { kind: 'single', ok: false, ms: since(), message: error.message, raw: errorLine(error) };
  }
}

/** Tests a configuration without saving anything. */
export function useProbe(kind: ResourceKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (config: JsonObject): Promise<ProbeOutcome> => {
      if (!(await hasFeature(client, 'probe'))) return probeOnce(kind, config);
      const report = await request<ProbeReport>('/sluice/probe', { method: 'POST', body: { kind, config } });
      return { kind: 'stages', report };
    },
  });
}
