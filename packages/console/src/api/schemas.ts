import type { SchemaDocument } from '@sluice/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './client.ts';

/** `actions` serves sources too; `hotconf` is the cluster's own settings. */
export type SchemaName = 'connectors' | 'actions' | 'hotconf';

function schemaQuery(name: SchemaName) {
  return queryOptions({
    queryKey: ['schemas', name],
    queryFn: ({ signal }) => request<SchemaDocument>(`/schemas/${name}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSchema(name: SchemaName) {
  return useQuery(schemaQuery(name));
}
