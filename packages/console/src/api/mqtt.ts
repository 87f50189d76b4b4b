import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import type { Page } from './paged.ts';
import { useChange } from './use-change.ts';

/** What MQTT clients are connected, where they connect, who they are and what they may do. Paths and bodies as EMQX. */

export interface MqttClient {
  readonly clientid: string;
  readonly username: string | null;
  readonly connected: boolean;
  readonly connected_at?: string;
  readonly disconnected_at?: string;
  readonly ip_address?: string;
  readonly port?: number;
  readonly proto_ver?: number;
  readonly node?: string;
  readonly subscriptions_cnt?: number;
  readonly inflight_cnt?: number;
  readonly mqueue_len?: number;
  readonly mqueue_dropped?: number;
}

export const CLIENTS_PER_PAGE = 100;

export interface ClientSearch {
  readonly page: number;
  /** Part of the client id. */
  readonly like: string | undefined;
  readonly state: 'connected' | 'disconnected' | undefined;
}

export function useMqttClients({ page, like, state }: ClientSearch) {
  return useQuery({
    queryKey: ['mqtt', 'clients', page, like, state],
    queryFn: ({ signal }) =>
      request<Page<MqttClient>>('/clients', {
        query: { page, limit: CLIENTS_PER_PAGE, like_clientid: like, conn_state: state },
        signal,
      }),
    refetchInterval: 3_000,
    placeholderData: keepPreviousData,
  });
}

export interface MqttSubscription {
  readonly topic: string;
  readonly qos: number;
  readonly nl?: number;
  readonly rap?: number;
  readonly rh?: number;
}

export function useMqttSubscriptions(clientid: string) {
  return useQuery({
    queryKey: ['mqtt', 'subscriptions', clientid],
    queryFn: ({ signal }) =>
      request<readonly MqttSubscription[]>(pathOf('clients', clientid, 'subscriptions'), { signal }),
  });
}

/** What a change may have changed. */
const TOUCHED = ['mqtt'];

export function useKickClient() {
  return useChange(TOUCHED, (clientid: string) => request<void>(pathOf('clients', clientid), { method: 'DELETE' }));
}

export interface Listener {
  readonly id: string;
  readonly type: string;
  readonly enable?: boolean;
  readonly bind: string;
  /** Who comes in without a proof, however many users there are; EMQX does not say. */
  readonly anonymous?: string;
  readonly status?: { readonly running?: boolean | string; readonly current_connections?: number };
}

export function useListeners() {
  return useQuery({
    queryKey: ['mqtt', 'listeners'],
    queryFn: ({ signal }) => request<readonly Listener[]>('/listeners', { signal }),
    refetchInterval: 3_000,
  });
}

/** Who may connect without a proof. `undefined`: the backend does not say. */
export function useAnonymousPolicy(): 'loopback' | 'always' | 'never' | undefined {
  const given = useListeners().data?.find((listener) => listener.anonymous !== undefined)?.anonymous;
  return given === 'loopback' || given === 'always' || given === 'never' ? given : undefined;
}

const USERS = '/authentication/password_based%3Abuilt_in_database/users';

export interface MqttUser {
  readonly user_id: string;
  readonly is_superuser: boolean;
}

export const MQTT_USERS_PER_PAGE = 100;

/** `like`: part of the name. */
export function useMqttUsers({ page, like }: { readonly page: number; readonly like: string | undefined }) {
  return useQuery({
    queryKey: ['mqtt', 'users', page, like],
    queryFn: ({ signal }) =>
      request<Page<MqttUser>>(USERS, { query: { page, limit: MQTT_USERS_PER_PAGE, like_user_id: like }, signal }),
    placeholderData: keepPreviousData,
  });
}

export interface MqttUserChange extends MqttUser {
  /** Absent: stays. */
  readonly password?: string | undefined;
}

export function useSaveMqttUser(isNew: boolean) {
  return useChange(TOUCHED, ({ user_id, password, is_superuser }: MqttUserChange) =>
    isNew
      ? request<MqttUser>(USERS, { method: 'POST', body: { user_id, password, is_superuser } })
      : request<MqttUser>(`${USERS}/${encodeURIComponent(user_id)}`, {
          method: 'PUT',
          body: { is_superuser, ...(password === undefined ? {} : { password }) },
        }),
  );
}

export function useDeleteMqttUser() {
  return useChange(TOUCHED, (name: string) =>
    request<void>(`${USERS}/${encodeURIComponent(name)}`, { method: 'DELETE' }),
  );
}

export interface MqttPermission {
  readonly topic: string;
  readonly permission: 'allow' | 'deny';
  readonly action: 'publish' | 'subscribe' | 'all';
  /** Kept as they came: what a line says about QoS and retain is not changed here. */
  readonly [other: string]: unknown;
}

export type PermissionScope = 'all' | 'users' | 'clients';

/** The lines for everybody (`name` empty), or for one user or client. */
export interface PermissionList {
  readonly scope: PermissionScope;
  readonly name: string;
  readonly rules: readonly MqttPermission[];
}

const RULES = '/authorization/sources/built_in_database/rules';
const KEY_OF = { users: 'username', clients: 'clientid' } as const;

type Listed = { readonly rules: readonly MqttPermission[] } & Readonly<Record<string, unknown>>;

export function useMqttPermissions() {
  return useQuery({
    queryKey: ['mqtt', 'permissions'],
    queryFn: async ({ signal }): Promise<readonly PermissionList[]> => {
      const listed = async (scope: 'users' | 'clients') =>
        (await request<Page<Listed>>(`${RULES}/${scope}`, { query: { page: 1, limit: 1000 }, signal })).data.map(
          (one): PermissionList => ({ scope, name: String(one[KEY_OF[scope]]), rules: one.rules }),
        );
      const [all, users, clients] = await Promise.all([
        request<{ readonly rules: readonly MqttPermission[] }>(`${RULES}/all`, { signal }),
        listed('users'),
        listed('clients'),
      ]);
      return [{ scope: 'all', name: '', rules: all.rules }, ...users, ...clients];
    },
  });
}

export function useSavePermissions() {
  return useChange(TOUCHED, ({ scope, name, rules, isNew }: PermissionList & { readonly isNew: boolean }) => {
    if (scope === 'all') return request<void>(`${RULES}/all`, { method: 'POST', body: { rules } });
    const body = { [KEY_OF[scope]]: name, rules };
    return isNew
      ? request<void>(`${RULES}/${scope}`, { method: 'POST', body: [body] })
      : request<void>(`${RULES}/${scope}/${encodeURIComponent(name)}`, { method: 'PUT', body });
  });
}

export function useDeletePermissions() {
  return useChange(TOUCHED, ({ scope, name }: Pick<PermissionList, 'scope' | 'name'>) =>
    request<void>(scope === 'all' ? `${RULES}/all` : `${RULES}/${scope}/${encodeURIComponent(name)}`, {
      method: 'DELETE',
    }),
  );
}

export interface PermissionSettings {
  readonly no_match: 'allow' | 'deny';
  readonly deny_action: 'ignore' | 'disconnect';
  readonly [other: string]: unknown;
}

export function usePermissionSettings() {
  return useQuery({
    queryKey: ['mqtt', 'permission-settings'],
    queryFn: ({ signal }) => request<PermissionSettings>('/authorization/settings', { signal }),
  });
}

export function useSavePermissionSettings() {
  return useChange(TOUCHED, (settings: PermissionSettings) =>
    request<PermissionSettings>('/authorization/settings', { method: 'PUT', body: settings }),
  );
}
