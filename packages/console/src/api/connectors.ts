import type { ConnectorRecord, JsonObject } from '@sluice/contract';
import { resourceId } from '@sluice/contract';
import { type MutationMeta, queryOptions, useQuery } from '@tanstack/react-query';
import { pathOf, request, requestVersion } from './client.ts';
import { LIVE_MS, liveMs } from './live.ts';
import type { ResourceState } from './resource-state.ts';
import { useChange } from './use-change.ts';

/** A connector as the console knows it: with its id, and with ids of what depends on it (decision 7). */
export interface Connector extends ResourceState {
  readonly kind: 'connector';
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly actionIds: readonly string[];
  readonly sourceIds: readonly string[];
  /** The record as it came, for forms: fields this build does not know are in it. */
  readonly record: JsonObject;
  /** Its version; only of one that was read by itself, and not on EMQX. */
  readonly etag?: string | undefined;
}

export function toConnector(record: JsonObject, etag?: string): Connector {
  const known = record as unknown as ConnectorRecord;
  const idOf = (name: string) => resourceId(known.type, name);
  return {
    kind: 'connector',
    id: idOf(known.name),
    type: known.type,
    name: known.name,
    description: known.description ?? '',
    enable: known.enable ?? true,
    status: known.status,
    status_reason: known.status_reason,
    status_fault: known.status_fault,
    node_status: known.node_status ?? [],
    actionIds: (known.actions ?? []).map(idOf),
    sourceIds: (known.sources ?? []).map(idOf),
    record,
    etag,
  };
}

export const connectorsQuery = queryOptions({
  queryKey: ['connectors'],
  queryFn: async ({ signal }) =>
    (await request<JsonObject[]>('/connectors', { signal })).map((one) => toConnector(one)),
  refetchInterval: ({ state }) => liveMs(state.data?.length),
});

export async function readConnector(id: string, signal?: AbortSignal): Promise<Connector> {
  const { value, etag } = await requestVersion<JsonObject>(pathOf('connectors', id), { signal });
  return toConnector(value, etag);
}

function connectorQuery(id: string) {
  return queryOptions({
    queryKey: ['connectors', id],
    queryFn: ({ signal }) => readConnector(id, signal),
    refetchInterval: LIVE_MS,
  });
}

export function useConnectors() {
  return useQuery(connectorsQuery);
}

export function useConnector(id: string) {
  return useQuery(connectorQuery(id));
}

/** What a change may have changed. */
const TOUCHED = ['connectors'];

export function useCreateConnector(meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    async (config: JsonObject) =>
      toConnector(await request<JsonObject>('/connectors', { method: 'POST', body: config })),
    meta,
  );
}

export function useUpdateConnector(meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    async ({ id, config, etag }: { id: string; config: JsonObject; etag: string | undefined }) =>
      toConnector(await request<JsonObject>(pathOf('connectors', id), { method: 'PUT', body: config, ifMatch: etag })),
    meta,
  );
}

export function useDeleteConnector(meta?: MutationMeta) {
  return useChange(TOUCHED, (id: string) => request<void>(pathOf('connectors', id), { method: 'DELETE' }), meta);
}

export function useEnableConnector(meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    ({ id, enable }: { id: string; enable: boolean }) =>
      request<void>(pathOf('connectors', id, 'enable', String(enable)), { method: 'PUT' }),
    meta,
  );
}

/** `node` absent: reconnects on all nodes. */
export function useReconnectConnector() {
  return useChange(TOUCHED, ({ id, node }: { id: string; node?: string }) =>
    request<void>(
      node === undefined ? pathOf('connectors', id, 'start') : pathOf('nodes', node, 'connectors', id, 'start'),
      { method: 'POST' },
    ),
  );
}
