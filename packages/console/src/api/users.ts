import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';

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

export function useUsers() {
  return useQuery(usersQuery);
}

function useChange<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => client.invalidateQueries({ queryKey: ['users'] }) });
}

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly description: string;
}

export function useCreateUser() {
  return useChange((user: NewUser) => request<User>('/users', { method: 'POST', body: user }));
}

export function useUpdateUser() {
  return useChange(({ username, ...change }: Partial<User> & Pick<User, 'username'>) =>
    request<User>(pathOf('users', username), { method: 'PUT', body: change }),
  );
}

export function useDeleteUser() {
  return useChange((username: string) => request<void>(pathOf('users', username), { method: 'DELETE' }));
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
