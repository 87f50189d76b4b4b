import { useMutation } from '@tanstack/react-query';
import { request } from './client.ts';

export type ExportKind = 'connector' | 'action' | 'source' | 'rule';

/** One object, or all of a kind, as a YAML document that can be applied again; secrets are references in it. */
export function useExport() {
  return useMutation({
    mutationFn: ({ kind, id }: { readonly kind: ExportKind; readonly id?: string }) =>
      request<string>('/sluice/export', { query: { kind, id }, as: 'text' }),
  });
}
