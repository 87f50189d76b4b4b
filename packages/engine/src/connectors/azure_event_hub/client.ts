import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs, { type Admin, type Kafka, type RetryOptions } from 'kafkajs';
import { type ForbiddenError, guardedConnect, isForbiddenError } from '../guard.ts';
import type { EventHubSettings } from './settings.ts';

/** One sign-in to a namespace. It is used once: when it is gone, a new one takes its place. */
export interface EventHubClient {
  readonly kafka: Kafka;
  readonly admin: Admin;
  /** Set when an address was refused because of where it leads: the library keeps but its text. */
  readonly refused: ForbiddenError | undefined;
  /** Breaks every connection at once; what waits for answers fails. */
  close(): void;
}

/** The user name that stands for "the password is a connection string". */
const USER = '$ConnectionString';
/** How long a broker may take to answer. */
export const ANSWER_TIMEOUT_MS = 8_000;

/** Trying again is the delivery layer's work; one quick retry finds a partition's new leader. */
const QUICK: RetryOptions = { retries: 1, initialRetryTime: 100, maxRetryTime: 500 };

/** Nothing is connected yet. */
export function eventHubClient(settings: EventHubSettings, patience: RetryOptions = QUICK): EventHubClient {
  const sockets = new Set<Socket>();
  let refused: ForbiddenError | undefined;
  const kafka = new kafkajs.Kafka({
    clientId: settings.clientId,
    brokers: settings.addresses.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
    ssl: settings.secure,
    sasl: { mechanism: 'plain', username: USER, password: settings.connectionString },
    connectionTimeout: settings.connectTimeoutMs,
    authenticationTimeout: settings.connectTimeoutMs,
    requestTimeout: ANSWER_TIMEOUT_MS,
    retry: patience,
    logCreator: () => () => {},
    socketFactory({ host, port, onConnect }) {
      const tcp = guardedConnect({ host, port });
      tcp.once('error', (error) => {
        if (isForbiddenError(error)) refused = error;
      });
      const tls = settings.tlsFor(host);
      const socket: Socket = tls === undefined ? tcp : connectTls({ ...tls, socket: tcp }, onConnect);
      if (tls === undefined) tcp.once('connect', onConnect);
      socket.setKeepAlive(true, settings.keepAliveMs);
      socket.setNoDelay(settings.noDelay);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  const admin = kafka.admin();
  return {
    kafka,
    admin,
    get refused() {
      return refused;
    },
    close() {
      // With an error: the library takes notice of nothing else.
      for (const socket of sockets) socket.destroy(new Error('stopped'));
      admin.disconnect().catch(() => {});
    },
  };
}
