import { BlockList, isIP } from 'node:net';

/** Somebody who may not connect, whatever they know. */
export interface BanEntry {
  readonly as: 'clientid' | 'username' | 'peerhost' | 'peerhost_net';
  /** The name or address; `peerhost_net`: a network such as `10.0.0.0/8`. */
  readonly who: string;
  /** Unix time in ms when it ends; left out: never. */
  readonly until?: number;
}

/** Who a ban is looked up for. */
interface Suspect {
  readonly clientid: string;
  readonly username: string | undefined;
  readonly peerhost: string;
}

export type Bans = (suspect: Suspect, now: number) => boolean;

/** Networks that are none never match: whoever takes them in has to check them ({@link isNetwork}). */
export function compileBans(entries: readonly BanEntry[]): Bans {
  const ends = new Map(entries.map(({ as, who, until }) => [`${as}\0${who}`, until ?? Number.POSITIVE_INFINITY]));
  const networks = entries.flatMap(({ as, who, until }) => {
    const list = as === 'peerhost_net' ? parseNetwork(who) : undefined;
    return list === undefined ? [] : [{ list, until: until ?? Number.POSITIVE_INFINITY }];
  });

  return ({ clientid, username, peerhost }, now) => {
    if (ends.size === 0) return false;
    const isBanned = (as: BanEntry['as'], who: string | undefined): boolean =>
      who !== undefined && (ends.get(`${as}\0${who}`) ?? 0) > now;
    if (isBanned('clientid', clientid) || isBanned('username', username) || isBanned('peerhost', peerhost)) return true;
    const family = isIP(peerhost) === 6 ? 'ipv6' : 'ipv4';
    return networks.some(({ list, until }) => until > now && isIP(peerhost) > 0 && list.check(peerhost, family));
  };
}

/** Whether a text is a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

function parseNetwork(text: string): BlockList | undefined {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (kind === 6 ? 128 : 32))
    return undefined;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), kind === 6 ? 'ipv6' : 'ipv4');
  return list;
}
