import type { ClientInfo } from '../client-info.ts';
import type { Counted, Counters } from '../counters.ts';
import type { BrokerHooks } from '../hooks.ts';
import type { Peer } from '../peer.ts';
import { REASON } from '../reason-codes.ts';
import { type BanEntry, compileBans } from './bans.ts';
import { createPasswords, type UserEntry } from './passwords.ts';
import { compilePermissions, DEFAULT_PERMISSIONS, type Deed, type PermissionRule } from './permissions.ts';

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
  /** What happens to a client that tries what it may not. Default `ignore`: it is told, and nothing else. */
  readonly denyAction?: 'ignore' | 'disconnect';
  readonly bans?: readonly BanEntry[];
}

/** How a client has shown who it is. */
export type Proof =
  | { readonly kind: 'none' }
  | { readonly kind: 'certificate' }
  /** `hash` is that of the password it knew. */
  | { readonly kind: 'password'; readonly hash: string };

export interface Authentication {
  /** Reason code; 0 lets the client in. */
  readonly code: number;
  /** The name it goes by from now on. */
  readonly username: string | undefined;
  readonly isSuperuser: boolean;
  readonly isAnonymous: boolean;
  readonly proof: Proof;
}

/** Who is told of a decision. */
interface Witness {
  readonly hooks: BrokerHooks;
  readonly counters: Counters;
}

export interface Access {
  /** `isWanted`: whether the client is still there when its turn comes. */
  authenticate(
    clientid: string,
    username: string | undefined,
    password: Buffer | undefined,
    peer: Peer,
    isWanted?: () => boolean,
  ): Authentication | Promise<Authentication>;
  /** What a client that is connected would be told if it came now with the proof it had: code and superuser. */
  recheck(client: ClientInfo, proof: Proof): Pick<Authentication, 'code' | 'isSuperuser'>;
  isSuperuser(username: string | undefined): boolean;
  /** `witness` is told and counts; left out when only a look is meant. */
  may(client: ClientInfo, isSuperuser: boolean, deed: Deed, witness?: Witness): boolean;
  /** An answer of `may` for a topic holds for every QoS and retain flag. */
  readonly isByTopicOnly: boolean;
  readonly disconnectsOnDeny: boolean;
  /** Replaces everything. Whoever is connected is not looked at. */
  replace(options: AccessOptions): void;
}

export function createAccess(initial: AccessOptions): Access {
  let options = initial;
  const passwords = createPasswords(options.users ?? []);
  let permissions = compilePermissions(options.permissions ?? DEFAULT_PERMISSIONS);
  let isBanned = compileBans(options.bans ?? []);

  const isSuperuser = (username: string | undefined): boolean =>
    username !== undefined && passwords.get(username)?.isSuperuser === true;

  function anonymousCode(username: string | undefined, peerhost: string): number {
    const anonymous = options.anonymous ?? 'loopback';
    const isIn = anonymous === 'always' || (anonymous === 'loopback' && isLoopback(peerhost));
    return isIn && (username === undefined || passwords.isEmpty) ? REASON.success : REASON.notAuthorized;
  }

  return {
    authenticate(clientid, given, password, peer, isWanted) {
      const username = peer.certificateName ?? given;
      const answer = (code: number, proof: Proof): Authentication => ({
        code,
        username,
        isSuperuser: code === REASON.success && proof.kind !== 'none' && isSuperuser(username),
        isAnonymous: proof.kind === 'none' && (username === undefined || passwords.isEmpty),
        proof,
      });
      if (isBanned({ clientid, username, peerhost: peer.peerhost }, Date.now()))
        return answer(REASON.banned, { kind: 'none' });
      if (peer.certificateName !== undefined) return answer(REASON.success, { kind: 'certificate' });
      if (username === undefined || passwords.isEmpty)
        return answer(anonymousCode(username, peer.peerhost), { kind: 'none' });
      return passwords.verify(username, password ?? Buffer.alloc(0), isWanted).then(
        ({ outcome, user }) =>
          user !== undefined
            ? answer(REASON.success, { kind: 'password', hash: user.passwordHash })
            : answer(outcome === 'busy' ? REASON.serverBusy : REASON.badCredentials, { kind: 'none' }),
        () => answer(REASON.unspecified, { kind: 'none' }),
      );
    },
    recheck(client, proof) {
      const { username, peerhost } = client;
      const isIn = (): boolean => {
        switch (proof.kind) {
          case 'none':
            return anonymousCode(username, peerhost) === REASON.success;
          case 'certificate':
            return true;
          case 'password':
            return username !== undefined && passwords.get(username)?.passwordHash === proof.hash;
        }
      };
      if (isBanned(client, Date.now())) return { code: REASON.banned, isSuperuser: false };
      if (!isIn()) return { code: REASON.notAuthorized, isSuperuser: false };
      return { code: REASON.success, isSuperuser: proof.kind !== 'none' && isSuperuser(username) };
    },
    isSuperuser,
    may(client, isSuper, deed, witness) {
      const found = isSuper ? undefined : permissions.check(client, deed);
      const result = isSuper ? 'allow' : (found?.permission ?? options.noMatch ?? 'allow');
      if (witness !== undefined) {
        const source = isSuper ? 'superuser' : found === undefined ? 'default' : (found.source ?? 'file');
        count(witness.counters.named, result, isSuper, found !== undefined);
        witness.hooks.authzComplete?.(client, deed.action, deed.topic, result, source);
      }
      return result === 'allow';
    },
    get isByTopicOnly() {
      return !permissions.isByMessage;
    },
    get disconnectsOnDeny() {
      return options.denyAction === 'disconnect';
    },
    replace(next) {
      options = next;
      passwords.replace(options.users ?? []);
      permissions = compilePermissions(options.permissions ?? DEFAULT_PERMISSIONS);
      isBanned = compileBans(options.bans ?? []);
    },
  };
}

function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}

function count(named: Counted, result: 'allow' | 'deny', isSuperuser: boolean, isMatched: boolean): void {
  named['authorization.cache_miss']++;
  named[`authorization.${result}`]++;
  if (isSuperuser) named['authorization.superuser']++;
  else if (isMatched) named[`authorization.matched.${result}`]++;
  else named['authorization.nomatch']++;
}
