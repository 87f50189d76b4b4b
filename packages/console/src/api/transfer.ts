import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client.ts';

export interface PlanStep {
  readonly verb: 'create' | 'update' | 'delete';
  readonly kind:
    | 'connectors'
    | 'actions'
    | 'sources'
    | 'rules'
    | 'mqtt_users'
    | 'mqtt_permissions'
    | 'mqtt_bans'
    | 'mqtt_authorization';
  readonly id: string;
  /** Top-level fields that change. */
  readonly fields: readonly string[];
}

/** What has to be done so that everything is as a document says. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Secrets without which something cannot be made. */
  readonly missing: readonly string[];
  readonly applied: boolean;
}

export interface ApplyInput {
  readonly document: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Deletes what the document does not have. */
  readonly prune: boolean;
}

/** Everything configured as one document. */
export function useExportAll() {
  return useMutation({
    mutationFn: (format: 'yaml' | 'json') =>
      request<string>('/sluice/export', { query: { format }, as: 'text', timeoutMs: 60_000 }),
  });
}

/** Shows what a document would change, or makes it so, all or nothing. */
export function useApply(dryRun: boolean) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (input: ApplyInput) =>
      request<Plan>('/sluice/apply', {
        method: 'POST',
        query: { dry_run: dryRun ? true : undefined },
        body: input,
        timeoutMs: 60_000,
      }),
    onSuccess: () => (dryRun ? undefined : client.invalidateQueries()),
  });
}
