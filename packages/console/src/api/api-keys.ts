import { queryOptions, useQuery } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { useChange } from './use-change.ts';
import type { Role } from './users.ts';

/** A key for programs: name and secret as user and password of HTTP basic authentication. */
export interface ApiKey {
  readonly name: string;
  readonly api_key: string;
  readonly desc: string;
  readonly enable: boolean;
  /** Absent on editions of EMQX without roles. */
  readonly role?: string;
  readonly created_at: string;
  /** RFC 3339, or `infinity`. */
  readonly expired_at: string;
  readonly expired?: boolean;
}

export interface NewApiKey {
  readonly name: string;
  readonly desc: string;
  readonly role: Role;
  /** RFC 3339; absent: never. */
  readonly expiredAt: string | undefined;
}

const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => request<ApiKey[]>('/api_key', { signal }),
});

export function useApiKeys() {
  return useQuery(keysQuery);
}

/** What a change may have changed. */
const TOUCHED = ['api-keys'];

/** The answer holds the secret, this one time. */
export function useCreateApiKey() {
  return useChange(TOUCHED, ({ expiredAt, role, ...key }: NewApiKey) =>
    request<ApiKey & { readonly api_secret: string }>('/api_key', {
      method: 'POST',
      body: {
        ...key,
        enable: true,
        expired_at: expiredAt ?? 'infinity',
        // Every backend takes a key without a role as one of an administrator; not every one knows the word.
        ...(role === 'administrator' ? {} : { role }),
      },
    }),
  );
}

export type ApiKeyChange = { readonly name: string } & Partial<Pick<ApiKey, 'desc' | 'enable' | 'expired_at' | 'role'>>;

export function useUpdateApiKey() {
  return useChange(TOUCHED, ({ name, ...change }: ApiKeyChange) =>
    request<ApiKey>(pathOf('api_key', name), { method: 'PUT', body: change }),
  );
}

export function useDeleteApiKey() {
  return useChange(TOUCHED, (name: string) => request<void>(pathOf('api_key', name), { method: 'DELETE' }));
}
