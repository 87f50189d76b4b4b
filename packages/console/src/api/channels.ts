import type { ActionMetrics, ChannelRecord, JsonObject } from '@sluice/contract';
import { resourceId } from '@sluice/contract';
import { type MutationMeta, queryOptions, useQuery } from '@tanstack/react-query';
import { pathOf, request, requestVersion } from './client.ts';
import { LIVE_MS, liveMs, METRICS_MS } from './live.ts';
import type { ResourceState } from './resource-state.ts';
import { useChange } from './use-change.ts';

/** Actions write to a system, sources read from one; both have the same calls. */
export type ChannelKind = 'action' | 'source';

export interface Channel extends ResourceState {
  readonly kind: ChannelKind;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Name of its connector, which is of the same type. */
  readonly connector: string;
  readonly description: string;
  /** Ids of the rules that use it. */
  readonly rules: readonly string[];
  /** Unix time in ms; 0 when the backend does not say. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The record as it came, for forms: fields this build does not know are in it. */
  readonly record: JsonObject;
  /** Its version; only of one that was read by itself, and not on EMQX. */
  readonly etag?: string | undefined;
}

export interface ChannelMetrics {
  readonly metrics: ActionMetrics;
  readonly node_metrics: readonly { readonly node: string; readonly metrics: ActionMetrics }[];
}

/** First part of the path of a kind. */
function folder(kind: ChannelKind): string {
  return kind === 'action' ? 'actions' : 'sources';
}

export function toChannel(kind: ChannelKind, record: JsonObject, etag?: string): Channel {
  const known = record as unknown as ChannelRecord;
  return {
    kind,
    id: resourceId(known.type, known.name),
    type: known.type,
    name: known.name,
    connector: known.connector ?? '',
    description: known.description ?? '',
    enable: known.enable ?? true,
    status: known.status,
    status_reason: known.status_reason,
    status_fault: known.status_fault,
    node_status: known.node_status ?? [],
    rules: known.rules ?? [],
    createdAt: known.created_at ?? 0,
    modifiedAt: known.last_modified_at ?? 0,
    record,
    etag,
  };
}

export function channelsQuery(kind: ChannelKind) {
  return queryOptions({
    queryKey: [folder(kind)],
    queryFn: async ({ signal }) =>
      (await request<JsonObject[]>(`/${folder(kind)}`, { signal })).map((record) => toChannel(kind, record)),
    refetchInterval: ({ state }) => liveMs(state.data?.length),
  });
}

export async function readChannel(kind: ChannelKind, id: string, signal?: AbortSignal): Promise<Channel> {
  const { value, etag } = await requestVersion<JsonObject>(pathOf(folder(kind), id), { signal });
  return toChannel(kind, value, etag);
}

export function channelQuery(kind: ChannelKind, id: string) {
  return queryOptions({
    queryKey: [folder(kind), id],
    queryFn: ({ signal }) => readChannel(kind, id, signal),
    refetchInterval: LIVE_MS,
  });
}

export function channelMetricsQuery(kind: ChannelKind, id: string) {
  return queryOptions({
    queryKey: [folder(kind), id, 'metrics'],
    queryFn: ({ signal }) => request<ChannelMetrics>(pathOf(folder(kind), id, 'metrics'), { signal }),
    refetchInterval: METRICS_MS,
  });
}

export function useChannels(kind: ChannelKind) {
  return useQuery(channelsQuery(kind));
}

export function useChannel(kind: ChannelKind, id: string) {
  return useQuery(channelQuery(kind, id));
}

export function useChannelMetrics(kind: ChannelKind, id: string) {
  return useQuery(channelMetricsQuery(kind, id));
}

/** What a change may have changed. */
const TOUCHED = ['actions', 'sources', 'connectors', 'rules'];

export function useCreateChannel(kind: ChannelKind, meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    (config: JsonObject) =>
      request<JsonObject>(`/${folder(kind)}`, { method: 'POST', body: config }).then((made) => toChannel(kind, made)),
    meta,
  );
}

export function useUpdateChannel(kind: ChannelKind, meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    async ({ id, config, etag }: { id: string; config: JsonObject; etag: string | undefined }) => {
      const made = await requestVersion<JsonObject>(pathOf(folder(kind), id), {
        method: 'PUT',
        body: config,
        ifMatch: etag,
      });
      return toChannel(kind, made.value, made.etag);
    },
    meta,
  );
}

/** `withRules`: also takes the action out of the rules that use it; without it the backend refuses then. */
export function useDeleteChannel(kind: ChannelKind, meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    ({ id, withRules }: { id: string; withRules?: boolean }) =>
      request<void>(pathOf(folder(kind), id), {
        method: 'DELETE',
        query: { also_delete_dep_actions: withRules === true ? true : undefined },
      }),
    meta,
  );
}

export function useEnableChannel(kind: ChannelKind, meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    ({ id, enable }: { id: string; enable: boolean }) =>
      request<void>(pathOf(folder(kind), id, 'enable', String(enable)), { method: 'PUT' }),
    meta,
  );
}

export function useReconnectChannel(kind: ChannelKind) {
  return useChange(TOUCHED, ({ id, node }: { id: string; node?: string }) =>
    request<void>(
      node === undefined ? pathOf(folder(kind), id, 'start') : pathOf('nodes', node, folder(kind), id, 'start'),
      { method: 'POST' },
    ),
  );
}

export function useResetChannelMetrics(kind: ChannelKind) {
  return useChange(TOUCHED, (id: string) =>
    request<void>(pathOf(folder(kind), id, 'metrics', 'reset'), { method: 'PUT' }),
  );
}
