import type { JsonObject, StatusFault } from '@sluice/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type MutationMeta, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request, requestVersion } from './client.ts';
import { ApiError } from './errors.ts';
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

async function readWebhook(client: QueryClient, name: string, signal?: AbortSignal): Promise<Webhook> {
  if (await isNative(client)) {
    const { value, etag } = await requestVersion<WebhookAnswer>(pathOf('sluice', 'webhooks', name), { signal });
    return { ...toWebhook(value), etag };
  }
  const found = (await readWebhookParts(signal)).find((one) => one.name === name);
  if (found === undefined) throw new ApiError('refused', 404, 'NOT_FOUND', `There is no webhook "${name}".`);
  return found;
}

/** One webhook with its version, to edit it: not polled. `read` asks anew. */
export function useWebhook(name: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['webhooks', name],
    queryFn: ({ signal }) => readWebhook(client, name, signal),
    // Always as it is now.
    gcTime: 0,
  });
  return { ...query, read: () => readWebhook(client, name) };
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
    (native, { name, etag, ...input }: WebhookInput & { readonly etag?: string | undefined }) =>
      native
        ? request(pathOf('sluice', 'webhooks', name), { method: 'PUT', body: input, ifMatch: etag })
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
