import { type JsonObject, resourceId, type StatusFault, WEBHOOK_SUFFIX } from '@sluice/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type MutationMeta, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { hasFeature } from './features.ts';
import { liveMs } from './live.ts';
import type { ResourceState } from './resource-state.ts';
import { createWebhookParts, deleteWebhookParts, readWebhookParts, updateWebhookParts } from './webhook-parts.ts';

export type WebhookPart = 'connector' | 'action' | 'rule';

/** Connector, action and rule of one name, as one thing. */
export interface Webhook extends ResourceState {
  readonly kind: 'action';
  /** Without the suffix that the three parts share. */
  readonly name: string;
  readonly missing: readonly WebhookPart[];
  /** All parts are there and belong together. */
  readonly complete: boolean;
  readonly description: string;
  readonly url: string;
  readonly sql: string;
  readonly connector: JsonObject | undefined;
  readonly action: JsonObject | undefined;
}

export interface WebhookInput {
  readonly name: string;
  readonly enable: boolean;
  readonly description: string;
  readonly sql: string;
  /** Fields of the HTTP connector, without type and name. */
  readonly connector: JsonObject;
  /** Fields of the HTTP action, without type, name and connector. */
  readonly action: JsonObject;
}

export function fullName(name: string): string {
  return name + WEBHOOK_SUFFIX;
}

/** `demo_WH_D` and `demo` name the same webhook. */
export function shortName(name: string): string {
  return name.endsWith(WEBHOOK_SUFFIX) ? name.slice(0, -WEBHOOK_SUFFIX.length) : name;
}

/** Id of its connector and of its action. */
export function webhookResourceId(name: string): string {
  return resourceId('http', fullName(name));
}

interface WebhookAnswer {
  readonly name: string;
  readonly complete: boolean;
  readonly missing: readonly WebhookPart[];
  readonly enable: boolean;
  readonly description: string;
  readonly url: string;
  readonly status: string;
  readonly status_reason: string;
  readonly status_fault?: StatusFault;
  readonly connector: JsonObject | null;
  readonly action: JsonObject | null;
  readonly rule: { readonly sql: string } | null;
}

function toWebhook(answer: WebhookAnswer): Webhook {
  return {
    kind: 'action',
    name: answer.name,
    complete: answer.complete,
    missing: answer.missing,
    enable: answer.enable,
    description: answer.description,
    url: answer.url,
    status: answer.status,
    status_reason: answer.status_reason,
    status_fault: answer.status_fault,
    node_status: [],
    sql: answer.rule?.sql ?? '',
    connector: answer.connector ?? undefined,
    action: answer.action ?? undefined,
  };
}

/** Sluice keeps webhooks as one thing; on EMQX the console keeps the three parts together. */
function isNative(client: QueryClient): Promise<boolean> {
  return hasFeature(client, 'webhooks');
}

function webhooksQuery(client: QueryClient) {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }): Promise<readonly Webhook[]> =>
      (await isNative(client))
        ? (await request<WebhookAnswer[]>('/sluice/webhooks', { signal })).map(toWebhook)
        : readWebhookParts(signal),
    refetchInterval: ({ state }) => liveMs(state.data?.length),
  });
}

export function useWebhooks() {
  return useQuery(webhooksQuery(useQueryClient()));
}

function useChange<Input>(run: (native: boolean, input: Input) => Promise<unknown>, meta: MutationMeta = {}) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: async (input: Input) => run(await isNative(client), input),
    onSettled: () =>
      Promise.all(
        ['webhooks', 'connectors', 'actions', 'rules'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}

export function useCreateWebhook(meta?: MutationMeta) {
  return useChange(
    (native, input: WebhookInput) =>
      native ? request('/sluice/webhooks', { method: 'POST', body: input }) : createWebhookParts(input),
    meta,
  );
}

/** Also repairs: parts that are missing are made. */
export function useUpdateWebhook(meta?: MutationMeta) {
  return useChange(
    (native, { name, ...input }: WebhookInput) =>
      native
        ? request(pathOf('sluice', 'webhooks', name), { method: 'PUT', body: input })
        : updateWebhookParts({ name, ...input }),
    meta,
  );
}

export function useDeleteWebhook(meta?: MutationMeta) {
  return useChange(
    (native, name: string) =>
      native ? request(pathOf('sluice', 'webhooks', name), { method: 'DELETE' }) : deleteWebhookParts(name),
    meta,
  );
}
