import { createServer, isIP, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Peer } from '../connection/connection.ts';
import type { ListenerType, ListenOptions, TlsListenOptions } from '../types.ts';
import { createWebSocketServer } from './web-socket.ts';

/** A port that MQTT clients connect to. */
export interface Listener {
  readonly type: ListenerType;
  readonly host: string;
  readonly port: number;
  /** No new clients; those that are connected stay. */
  stop(): void;
}

/** Finds half-open connections of clients without an MQTT keep-alive. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

/** Takes over the byte stream of a new client. */
export type Welcome = (stream: Duplex, peer: Peer) => void;

/** Opens a port. Rejects with the error of the system (`EADDRINUSE`, `EACCES`, a certificate that does not fit its key). */
export function openListener(options: ListenOptions, maxPacketSize: number, welcome: Welcome): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server =
      options.webSocket !== undefined
        ? createWebSocketServer(options, maxPacketSize, welcome)
        : createStreamServer(options, welcome);
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port, backlog: 4096 }, () => {
      server.off('error', reject);
      // Failures of single connections (out of files, say) must not end the broker.
      server.on('error', () => {});
      const address = server.address();
      const { host } = options;
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      resolve({ type: listenerType(options), host, port, stop: () => server.close() });
    });
  });
}

function createStreamServer(options: ListenOptions, welcome: Welcome): Server {
  const { tls } = options;
  if (tls === undefined)
    return createServer({ noDelay: true, ...KEEP_ALIVE }, (socket) => welcome(socket, describePeer(socket, options)));
  const server = createTlsServer({ ...tlsServerOptions(tls), ...KEEP_ALIVE, handshakeTimeout: 10_000 }, (socket) => {
    socket.setNoDelay(true);
    welcome(socket, describePeer(socket, options));
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

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
