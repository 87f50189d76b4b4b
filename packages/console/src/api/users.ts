import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request, requestVersion, type Version } from './client.ts';
import { useChange } from './use-change.ts';

export type Role = 'administrator' | 'viewer';

export interface User {
  readonly username: string;
  readonly role: string;
  readonly description: string;
  /** Absent on EMQX: its users cannot be disabled. */
  readonly enable?: boolean;
}

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => request<User[]>('/users', { signal }),
});

/** One user with its version. Not on EMQX, which has no such call. */
export function readUser(username: string, signal?: AbortSignal): Promise<Version<User>> {
  return requestVersion<User>(pathOf('users', username), { signal });
}

export function useUsers() {
  return useQuery(usersQuery);
}

/** What a change may have changed. */
const TOUCHED = ['users'];

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly description: string;
}

export function useCreateUser() {
  return useChange(TOUCHED, (user: NewUser) => request<User>('/users', { method: 'POST', body: user }));
}

export function useUpdateUser() {
  return useChange(
    TOUCHED,
    ({ username, etag, ...change }: Partial<User> & Pick<User, 'username'> & { readonly etag?: string | undefined }) =>
      request<User>(pathOf('users', username), { method: 'PUT', body: change, ifMatch: etag }),
  );
}

export function useDeleteUser() {
  return useChange(TOUCHED, (username: string) => request<void>(pathOf('users', username), { method: 'DELETE' }));
}

export function useChangePassword() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({
      username,
      oldPassword,
      newPassword,
    }: {
      username: string;
      oldPassword: string;
      newPassword: string;
    }) =>
      request<void>(pathOf('users', username, 'change_pwd'), {
        method: 'POST',
        body: { old_pwd: oldPassword, new_pwd: newPassword },
      }),
  });
}
