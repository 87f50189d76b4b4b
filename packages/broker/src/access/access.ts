import type { Peer } from '../connection/connection.ts';
import { REASON } from '../reason-codes.ts';
import type { BrokerHooks, ClientInfo } from '../types.ts';
import { createPasswords, type UserEntry } from './passwords.ts';
import { compilePermissions, DEFAULT_PERMISSIONS, type PermissionRule } from './permissions.ts';

/** Who may connect and what they may do. */
export interface AccessOptions {
  /** Whom to let in without a proof: clients on this machine, everybody, nobody. Default `loopback`. */
  readonly anonymous?: 'loopback' | 'always' | 'never';
  /** Users with a password. A user name that is not in the list is refused as soon as there is one. */
  readonly users?: readonly UserEntry[];
  /** Checked from first to last; the first that fits decides. Default: all but `#` and `$SYS` from outside. */
  readonly permissions?: readonly PermissionRule[];
  /** What happens when no rule fits. Default `allow`. */
  readonly noMatch?: 'allow' | 'deny';
}

export interface Authentication {
  /** Reason code; 0 lets the client in. */
  readonly code: number;
  /** The name it goes by from now on. */
  readonly username: string | undefined;
  readonly isSuperuser: boolean;
  readonly isAnonymous: boolean;
}

export interface Access {
  authenticate(
    username: string | undefined,
    password: Buffer | undefined,
    peer: Peer,
  ): Authentication | Promise<Authentication>;
  mayPublish(client: ClientInfo, isSuperuser: boolean, topic: string, hooks: BrokerHooks): boolean;
  maySubscribe(client: ClientInfo, isSuperuser: boolean, filter: string, hooks: BrokerHooks): boolean;
  /** Replaces users and permissions; those who are connected stay. */
  replace(options: AccessOptions): void;
}

export function createAccess(initial: AccessOptions): Access {
  let options = initial;
  let passwords = createPasswords(options.users ?? []);
  let permissions = compilePermissions(options.permissions ?? DEFAULT_PERMISSIONS);

  function admitAnonymous(username: string | undefined, peer: Peer): Authentication {
    const anonymous = options.anonymous ?? 'loopback';
    const isIn = anonymous === 'always' || (anonymous === 'loopback' && isLoopback(peer.peerhost));
    return { code: isIn ? REASON.success : REASON.notAuthorized, username, isSuperuser: false, isAnonymous: true };
  }

  function may(
    action: 'publish' | 'subscribe',
    client: ClientInfo,
    isSuperuser: boolean,
    topic: string,
    hooks: BrokerHooks,
  ): boolean {
    if (isSuperuser) {
      hooks.authzComplete?.(client, action, topic, 'allow', 'superuser');
      return true;
    }
    const found = permissions(action, client, topic);
    const result = found ?? options.noMatch ?? 'allow';
    hooks.authzComplete?.(client, action, topic, result, found === undefined ? 'default' : 'file');
    return result === 'allow';
  }

  return {
    authenticate(username, password, peer) {
      if (peer.certificateName !== undefined)
        return { code: REASON.success, username: peer.certificateName, isSuperuser: false, isAnonymous: false };
      if (username === undefined || passwords.isEmpty) return admitAnonymous(username, peer);
      return passwords.verify(username, password ?? Buffer.alloc(0)).then(
        (verdict) => ({
          code:
            verdict.outcome === 'right' ? 0 : verdict.outcome === 'busy' ? REASON.serverBusy : REASON.badCredentials,
          username,
          isSuperuser: verdict.isSuperuser,
          isAnonymous: false,
        }),
        () => ({ code: REASON.unspecified, username, isSuperuser: false, isAnonymous: false }),
      );
    },
    mayPublish: (client, isSuperuser, topic, hooks) => may('publish', client, isSuperuser, topic, hooks),
    maySubscribe: (client, isSuperuser, filter, hooks) => may('subscribe', client, isSuperuser, filter, hooks),
    replace(next) {
      options = next;
      passwords = createPasswords(options.users ?? []);
      permissions = compilePermissions(options.permissions ?? DEFAULT_PERMISSIONS);
    },
  };
}

function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}
