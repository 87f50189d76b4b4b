import { lookup } from 'node:dns';
import { BlockList, connect, isIP, type LookupFunction, Socket } from 'node:net';

/** Host names under which clouds keep the credentials of their machines. */
const METADATA_HOSTS = ['metadata.google.internal', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal'];

const FORBIDDEN = new BlockList();
FORBIDDEN.addSubnet('169.254.0.0', 16, 'ipv4');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
// Metadata services elsewhere: Amazon over IPv6, Alibaba, Azure, Oracle.
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');
FORBIDDEN.addAddress('100.100.100.200', 'ipv4');
FORBIDDEN.addAddress('168.63.129.16', 'ipv4');
FORBIDDEN.addAddress('192.0.0.192', 'ipv4');

/**
 * Does a host lead to the machine's own link (169.254.0.0/16, fe80::/10) or to the metadata service of a cloud?
 * Nothing useful lives there but credentials. A name is judged as it is: what it resolves to is judged on connecting.
 */
export function isForbiddenHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family === 0 ? METADATA_HOSTS.includes(plain) : FORBIDDEN.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** May connectors lead there all the same? A setting of the process, so that no connector can grant it to itself. */
function isAllowed(): boolean {
  return process.env.SLUICE_ALLOW_LINK_LOCAL === '1';
}

/** The error of a connection that is refused because of where it leads. */
export interface ForbiddenError extends Error {
  readonly code: 'ERR_ADDRESS_FORBIDDEN';
  readonly address: string;
}

export function isForbiddenError(error: object): error is ForbiddenError {
  return 'code' in error && error.code === 'ERR_ADDRESS_FORBIDDEN';
}

function forbidden(address: string): ForbiddenError {
  const error = new Error(`${address} is on the own link of this machine, or the metadata service of a cloud.`);
  return Object.assign(error, { code: 'ERR_ADDRESS_FORBIDDEN' as const, address });
}

/** Why a host may not be connected to; `undefined` when it may. */
export function forbiddenHost(host: string): ForbiddenError | undefined {
  return isForbiddenHost(host) && !isAllowed() ? forbidden(host) : undefined;
}

/**
 * For the `lookup` option of everything that connects: what a name resolves to is checked in the moment of connecting,
 * so a name that resolved elsewhere when the connector was saved leads nowhere else either.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  const named = forbiddenHost(hostname);
  if (named !== undefined) {
    process.nextTick(callback, named, '', 0);
    return;
  }
  lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    const refusal = addresses.map(forbiddenHost).find((one) => one !== undefined);
    callback(error ?? refusal ?? null, refusal === undefined ? found : '', family);
  });
};

/** `net.connect` that leads to no forbidden address; refusal comes as the socket's error. */
export function guardedConnect({ host, port }: { readonly host: string; readonly port: number }): Socket {
  const refusal = forbiddenHost(host);
  if (refusal === undefined) return connect({ host, port, lookup: guardedLookup });
  const socket = new Socket();
  process.nextTick(() => socket.destroy(refusal));
  return socket;
}
