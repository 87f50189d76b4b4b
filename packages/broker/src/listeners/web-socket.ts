import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Welcome } from '../peer.ts';
import type { ListenOptions } from '../types.ts';
import { describePeer, tlsServerOptions } from './peer-of.ts';

/** Browsers are not asked for the sub-protocol version by version: MQTT 3.1 calls itself `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];

/** Node looks at time-outs of requests every 30 s, and gives a TLS handshake two minutes, unless told otherwise. */
const CHECKED_OFTEN = { connectionsCheckingInterval: 2000, handshakeTimeout: 10_000 };

/** MQTT over WebSocket (MQTT 5 §6): binary frames are nothing but pieces of the byte stream. */
export function createWebSocketServer(options: ListenOptions, maxPacketSize: number, welcome: Welcome): Server {
  const { tls, webSocket } = options;
  const server =
    tls === undefined
      ? createServer(CHECKED_OFTEN)
      : createSecureServer({ ...tlsServerOptions(tls), ...CHECKED_OFTEN });
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  server.on('request', (_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end('MQTT over WebSocket only\n');
  });
  const sockets = new WebSocketServer({
    server,
    path: webSocket?.path ?? '/mqtt',
    maxPayload: maxPacketSize + (64 << 10),
    perMessageDeflate: false,
    handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
  });
  // Listening errors reach the caller through the HTTP server itself.
  sockets.on('error', () => {});
  sockets.on('connection', (socket, request: IncomingMessage) => {
    const stream = createWebSocketStream(socket);
    // Text frames are a protocol violation (MQTT 5 §6).
    socket.on('message', (_data, isBinary) => {
      if (!isBinary) stream.destroy();
    });
    welcome(stream, describePeer(request.socket, options));
  });
  return server;
}
