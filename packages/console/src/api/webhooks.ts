import type { JsonObject, StatusFault } from '@sluice/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type MutationMeta, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { hasFeature } from './features.ts';
import { liveMs } from './live.ts';
import type { Webhook, WebhookInput, WebhookPart } from './webhook.ts';
import { createWebhookParts, deleteWebhookParts, readWebhookParts, updateWebhookParts } from './webhook-parts.ts';

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
