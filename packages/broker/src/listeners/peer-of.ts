import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ListenerType } from '../client-info.ts';
import type { Peer } from '../peer.ts';
import type { ListenOptions, TlsListenOptions } from '../types.ts';

export function tlsServerOptions(tls: TlsListenOptions): Record<string, unknown> {
  const { cert, key, passphrase, clientCertificate } = tls;
  return {
    cert,
    key,
    passphrase,
    ca: clientCertificate?.ca,
    requestCert: clientCertificate !== undefined,
    rejectUnauthorized: clientCertificate !== undefined && clientCertificate.required !== false,
  };
}

export function listenerType({ tls, webSocket }: ListenOptions): ListenerType {
  if (webSocket !== undefined) return tls === undefined ? 'ws' : 'wss';
  return tls === undefined ? 'tcp' : 'ssl';
}

const CLOSED_REASON = { tcp: 'tcp_closed', ssl: 'ssl_closed', ws: 'ws_closed', wss: 'ws_closed' } as const;

/** What is the same for all clients of a listener: asking the system for it each time costs as much as reading a CONNECT. */
function localAddress(
  socket: Socket,
  { host, port }: ListenOptions,
): { readonly address: string; readonly port: number } {
  const isFixed = port !== 0 && isIP(host) > 0 && host !== '0.0.0.0' && host !== '::';
  return isFixed
    ? { address: host, port }
    : { address: plainAddress(socket.localAddress), port: socket.localPort ?? 0 };
}

export function describePeer(socket: Socket, options: ListenOptions): Peer {
  const { tls } = options;
  const listener = listenerType(options);
  const local = localAddress(socket, options);
  return {
    listener,
    port: local.port,
    peerhost: plainAddress(socket.remoteAddress),
    peerport: socket.remotePort ?? 0,
    sockname: `${local.address}:${local.port}`,
    certificateName: tls === undefined ? undefined : certificateName(socket as TLSSocket, tls),
    closedReason: CLOSED_REASON[listener],
  };
}

function certificateName(socket: TLSSocket, tls: TlsListenOptions): string | undefined {
  const { clientCertificate } = tls;
  if (clientCertificate === undefined || clientCertificate.asUsername === false || !socket.authorized) return undefined;
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** IPv4 addresses on a socket for both families come as `::ffff:1.2.3.4`. */
function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
