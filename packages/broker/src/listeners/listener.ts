import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ListenerType } from '../client-info.ts';
import type { Welcome } from '../peer.ts';
import type { ListenOptions } from '../types.ts';
import { describePeer, listenerType, tlsServerOptions } from './peer-of.ts';
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
