import { hostname, networkInterfaces } from 'node:os';

/** Where the own broker listens. */
export interface OwnListener {
  readonly host: string;
  readonly port: number;
}

/** The names under which this machine knows itself, beside loopback. */
export interface OwnNames {
  readonly hostname: string;
  readonly addresses: readonly string[];
}

const DEFAULT_PORT = 1883;

function ownNames(): OwnNames {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  return { hostname: hostname(), addresses };
}

/**
 * Tells whether the server of an MQTT connector is the own broker, however it is written; names of other machines that
 * lead here over their DNS are not seen through.
 */
export function ownServer(
  listeners: readonly OwnListener[],
  names: OwnNames = ownNames(),
): (server: string) => boolean {
  const ports = new Set(listeners.map(({ port }) => port));
  const hosts = new Set([...names.addresses, names.hostname, ...listeners.map(({ host }) => host)].map(plainHost));
  return (server) => {
    const { host, port } = splitServer(server);
    return ports.has(port) && (hosts.has(host) || isLoopback(host));
  };
}

/** Host and port as they are compared: without scheme and brackets, in lower case. */
export function splitServer(server: string): OwnListener {
  const rest = server.trim().replace(/^\w+:\/\//, '');
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(rest);
  // More than one colon and no bracket: an IPv6 address alone.
  const host = plainHost(match?.[1] ?? rest);
  return { host, port: match?.[2] === undefined ? DEFAULT_PORT : Number(match[2]) };
}

function plainHost(host: string): string {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return name.replace(/^(?:0:0:0:0:0|:):ffff:(?=\d+\.)/, '');
}

/** Also "any address": a connection to it arrives here. */
function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain') return true;
  return /^127\.[\d.]+$/.test(host) || /^0+(?:\.0+){0,3}$/.test(host) || /^(?:0*:)*:?0*[01]?$/.test(host);
}
