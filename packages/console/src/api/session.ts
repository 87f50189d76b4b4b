import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { request } from './client.ts';
import { getSession, onSessionChange, type Session, signedIn, signedOut } from './session-store.ts';

interface LoginAnswer {
  readonly token: string;
  readonly role?: string;
  readonly version?: string;
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, getSession);
}

/** The role that may change things; a viewer may only look (decision 10). */
export function useMayWrite(): boolean {
  const role = useSession()?.role ?? 'administrator';
  return !role.endsWith('viewer');
}

export function useSignIn() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ username, password }: { username: string; password: string }) => {
      const answer = await request<LoginAnswer>('/login', {
        method: 'POST',
        body: { username, password },
        anonymous: true,
      });
      signedIn({
        token: answer.token,
        username,
        role: answer.role ?? 'administrator',
        version: answer.version ?? '',
      });
    },
  });
}

export function useSignOut() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (username: string) => {
      // The token is forgotten here whatever the backend answers.
      await request<void>('/logout', { method: 'POST', body: { username }, timeoutMs: 3_000 }).catch(() => undefined);
      signedOut(true);
    },
  });
}
