import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type Address, openSocket, targetOf } from '../reach.ts';
import { PulsarError } from './errors.ts';
import { commandFrame, type Frame, frameReader, sendFrame } from './frame.ts';
import type { CommandName, Commands, Long } from './protocol.ts';

/** How to show who we are. */
export interface Credentials {
  readonly method: 'none' | 'token' | 'basic';
  readonly data: string;
}

/** What a producer or consumer hears of its connection. */
interface Session {
  /** The broker ended this one, or the connection is gone. Called once; the session is over. */
  ended(error: Error): void;
  receipt?(sequenceId: number): void;
  refused?(sequenceId: number, error: Error): void;
  message?(frame: Required<Frame>): void;
}

/** One connection to one broker. It is used once: when it is gone, a new one takes its place. */
export interface BrokerConnection {
  readonly target: string;
  readonly alive: boolean;
  /** Largest message the broker takes, in bytes. */
  readonly maxMessageSize: number;
  /** Sends a command that has a request id; rejects with the broker's error, or when no answer comes. */
  request<Name extends RequestName>(name: Name, body: Omit<Commands[Name], 'requestId'>): Promise<Answer>;
  tell<Name extends CommandName>(name: Name, body: Commands[Name]): void;
  send(send: Commands['send'], metadata: Uint8Array, payload: Uint8Array): void;
  /** Gives the session an id that is unique on this connection. */
  attach(kind: 'producer' | 'consumer', session: Session): number;
  detach(kind: 'producer' | 'consumer', id: number): void;
  /** Does the broker answer? */
  ping(signal: AbortSignal): Promise<boolean>;
  /** Breaks it off: everything waiting fails with `error`. */
  destroy(error: Error): void;
}

type RequestName = 'subscribe' | 'producer' | 'partitionMetadata' | 'lookupTopic' | 'closeProducer' | 'closeConsumer';

type Answer = Commands['success' | 'producerSuccess' | 'partitionMetadataResponse' | 'lookupTopicResponse'];

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const CLIENT_VERSION = 'Sluice';
/** v19: what the features of this client need, and understood since Pulsar 2.8. */
const PROTOCOL_VERSION = 19;
const DEFAULT_MAX_MESSAGE_SIZE = 5 * 1024 * 1024;
/** Room for the command and metadata within the broker's largest frame. */
const FRAME_PADDING = 10 * 1024;
const ANSWER_TIMEOUT_MS = 8_000;
const KEEP_ALIVE_MS = 30_000;

export async function openConnection(
  address: Address,
  tls: ConnectionOptions | undefined,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<BrokerConnection> {
  const socket = await openSocket(address, tls, signal);
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const abort = (): void => made.destroy(timeout(made.target));
    const made = brokerConnection(socket, address, credentials, {
      ready() {
        signal.removeEventListener('abort', abort);
        resolve(made);
      },
      failed(error) {
        signal.removeEventListener('abort', abort);
        reject(error);
      },
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function brokerConnection(
  socket: Socket,
  address: Address,
  credentials: Credentials,
  hooks: { ready(): void; failed(error: Error): void },
): BrokerConnection {
  const target = targetOf(address);
  const requests = new Map<string, Waiting>();
  const producers = new Map<string, Session>();
  const consumers = new Map<string, Session>();
  const pongs = new Set<() => void>();
  let alive = true;
  let ready = false;
  let heard = Date.now();
  let nextRequest = 1;
  let nextSession = 1;
  let maxMessageSize = DEFAULT_MAX_MESSAGE_SIZE;

  const keepAlive = setInterval(() => {
    const silence = Date.now() - heard;
    if (silence >= 2 * KEEP_ALIVE_MS) destroy(timeout(target));
    else if (silence >= KEEP_ALIVE_MS) tell('ping', {});
  }, KEEP_ALIVE_MS / 2);

  const authData = Buffer.from(credentials.data);
  const authentication = credentials.method === 'none' ? {} : { authMethodName: credentials.method, authData };

  const reader = frameReader(receive);
  socket.on('data', (chunk: Buffer) => {
    heard = Date.now();
    try {
      reader.push(chunk);
    } catch (error) {
      destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', destroy);
  socket.on('close', () => destroy(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })));
  tell('connect', {
    clientVersion: CLIENT_VERSION,
    protocolVersion: PROTOCOL_VERSION,
    featureFlags: { supportsAuthRefresh: true },
    ...authentication,
  });

  function tell<Name extends CommandName>(name: Name, body: Commands[Name]): void {
    if (alive) socket.write(commandFrame(name, body));
  }

  function answer(requestId: Long, act: (waiting: Waiting) => void): void {
    const id = String(requestId);
    const waiting = requests.get(id);
    requests.delete(id);
    if (waiting !== undefined) act(waiting);
  }

  function receive({ command, message }: Frame): void {
    switch (command.name) {
      case 'connected':
        ready = true;
        if ((command.body.maxMessageSize ?? 0) > 0) maxMessageSize = command.body.maxMessageSize ?? maxMessageSize;
        hooks.ready();
        break;
      case 'authChallenge':
        tell('authResponse', {
          clientVersion: CLIENT_VERSION,
          protocolVersion: PROTOCOL_VERSION,
          response: authentication,
        });
        break;
      case 'success':
        answer(command.body.requestId, (waiting) => waiting.resolve(command.body));
        break;
      case 'producerSuccess':
        // A producer that is not ready yet hears again.
        if (command.body.producerReady !== false || !Object.hasOwn(command.body, 'producerReady')) {
          answer(command.body.requestId, (waiting) => waiting.resolve(command.body));
        }
        break;
      case 'partitionMetadataResponse':
      case 'lookupTopicResponse': {
        const { requestId, error, message: text } = command.body;
        const failed = Object.hasOwn(command.body, 'error');
        answer(requestId, (waiting) =>
          failed ? waiting.reject(new PulsarError(error ?? 0, text ?? '')) : waiting.resolve(command.body),
        );
        break;
      }
      case 'error': {
        const error = new PulsarError(command.body.error, command.body.message);
        if (ready) answer(command.body.requestId, (waiting) => waiting.reject(error));
        else destroy(error);
        break;
      }
      case 'sendReceipt':
        producers.get(String(command.body.producerId))?.receipt?.(Number(String(command.body.sequenceId)));
        break;
      case 'sendError': {
        const { producerId, sequenceId, error, message: text } = command.body;
        producers.get(String(producerId))?.refused?.(Number(String(sequenceId)), new PulsarError(error, text));
        break;
      }
      case 'message':
        if (message !== undefined) consumers.get(String(command.body.consumerId))?.message?.({ command, message });
        break;
      case 'closeProducer':
        end(producers, String(command.body.producerId));
        break;
      case 'closeConsumer':
        end(consumers, String(command.body.consumerId));
        break;
      case 'ping':
        tell('pong', {});
        break;
      case 'pong':
        for (const pong of pongs) pong();
        pongs.clear();
        break;
      default:
        // Commands that only clients send.
        break;
    }
  }

  /** The broker moves a topic elsewhere: whoever uses it has to look it up again. */
  function end(sessions: Map<string, Session>, id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.ended(new PulsarError(6, 'The broker closed it; the topic may be moving to another broker.'));
  }

  function destroy(error: Error): void {
    if (!alive) return;
    alive = false;
    clearInterval(keepAlive);
    socket.destroy();
    if (!ready) hooks.failed(error);
    for (const waiting of requests.values()) waiting.reject(error);
    requests.clear();
    for (const sessions of [producers, consumers]) {
      const all = [...sessions.values()];
      sessions.clear();
      for (const session of all) session.ended(error);
    }
  }

  return {
    target,
    get alive() {
      return alive && ready;
    },
    get maxMessageSize() {
      return maxMessageSize - FRAME_PADDING;
    },
    request(name, body) {
      if (!alive) return Promise.reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
      const requestId = nextRequest++;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          requests.delete(String(requestId));
          reject(timeout(target));
        }, ANSWER_TIMEOUT_MS);
        const settle = <T>(act: (value: T) => void) => {
          return (value: T): void => {
            clearTimeout(timer);
            act(value);
          };
        };
        requests.set(String(requestId), { resolve: settle(resolve), reject: settle(reject) });
        tell(name, { ...body, requestId } as unknown as Commands[typeof name]);
      });
    },
    tell,
    send(send, metadata, payload) {
      if (alive) socket.write(sendFrame(send, metadata, payload));
    },
    attach(kind, session) {
      const id = nextSession++;
      (kind === 'producer' ? producers : consumers).set(String(id), session);
      return id;
    },
    detach(kind, id) {
      (kind === 'producer' ? producers : consumers).delete(String(id));
    },
    ping(signal) {
      if (!alive) return Promise.resolve(false);
      return new Promise((resolve) => {
        const pong = (): void => finish(true);
        const silent = (): void => finish(false);
        const finish = (answered: boolean): void => {
          pongs.delete(pong);
          signal.removeEventListener('abort', silent);
          resolve(answered);
        };
        pongs.add(pong);
        signal.addEventListener('abort', silent, { once: true });
        tell('ping', {});
      });
    },
    destroy,
  };
}

function timeout(target: string): Error {
  return Object.assign(new Error(`${target} gave no answer in time.`), { code: 'UND_ERR_HEADERS_TIMEOUT' });
}
