import { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type IConnackPacket, MqttClient } from 'mqtt';
import type { Fault, Outcome, Request, Take } from '../driver.ts';
import { guardedConnect } from '../guard.ts';
import { targetOf } from '../reach.ts';
import { holdAcknowledgements } from './intake.ts';
import { connectFault, mayBeUponAMessage, publishOutcome, tooLarge } from './reasons.ts';
import type { MqttSettings } from './settings.ts';
import type { Suspects } from './suspects.ts';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: string | Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
}

/** One MQTT connection. It is used once: when it is gone, a new one takes its place. */
export interface PooledClient {
  readonly alive: boolean;
  /** `request` is what the message was made of: it stays the same when it is sent again. */
  publish(message: OutgoingMessage, request: Request): Promise<Outcome>;
  subscribe(filter: string, qos: 0 | 1 | 2, noLocal: boolean): Promise<Fault | undefined>;
  /** Gives whether the other side confirmed it. */
  unsubscribe(filter: string): Promise<boolean>;
  /** Sends a ping and waits for the answer. */
  ping(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface ClientHooks {
  message: Take;
  readonly suspects: Suspects;
  /** The connection is gone; called once, not after `close`. */
  lost(fault: Fault): void;
}

/** How long the other side may take to confirm that something ends. */
const GOODBYE_MS = 500;

interface Waiting {
  readonly message: OutgoingMessage;
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
  sentAt: number;
}

/** Connects; a fault when that failed. */
export function openClient(
  settings: MqttSettings,
  clientId: string,
  hooks: ClientHooks,
  signal: AbortSignal,
): Promise<PooledClient | { readonly fault: Fault }> {
  const target = targetOf(settings.address);
  // Connects when everything listens: the constructor would do it before.
  const client = new MqttClient(() => streamTo(settings), { ...settings.options, clientId, manualConnect: true });
  // At once: with a kept session messages arrive right behind the acknowledgement of the connection.
  holdAcknowledgements(client, settings, hooks.message);
  if (settings.bridgeMode) {
    client.on('packetsend', (packet) => {
      if (packet.cmd === 'connect') (packet as { bridgeMode?: boolean }).bridgeMode = true;
    });
  }
  return new Promise((resolve) => {
    let failure: unknown;
    const timer = setTimeout(() => give(new Error('timeout')), settings.connectTimeoutMs);
    const abort = (): void => give(new Error('timeout'));
    const give = (error: unknown): void => {
      stopWaiting();
      client.on('error', () => {});
      client.end(true);
      resolve({ fault: connectFault(error, target) });
    };
    const connected = ({ properties }: IConnackPacket): void => {
      stopWaiting();
      // Small packets at once: waiting for more would hold each back for an acknowledgement of the network.
      if (client.stream instanceof Socket) client.stream.setNoDelay(true);
      resolve(pooled(client, settings, target, hooks, properties?.maximumPacketSize));
    };
    const failed = (error: unknown): void => {
      failure ??= error;
    };
    const closed = (): void => give(failure ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    function stopWaiting(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      client.off('connect', connected).off('error', failed).off('close', closed);
    }
    client.on('connect', connected).on('error', failed).on('close', closed);
    client.connect();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function streamTo({ address, tls }: MqttSettings): Socket {
  const tcp = guardedConnect(address);
  return tls === undefined ? tcp : connectTls({ ...tls, socket: tcp });
}

function pooled(
  client: MqttClient,
  settings: MqttSettings,
  target: string,
  hooks: ClientHooks,
  /** What the server announced (MQTT 5). */
  largestPacket = Number.POSITIVE_INFINITY,
): PooledClient {
  const underWay = new Set<Waiting>();
  const held: Waiting[] = [];
  const { suspects } = hooks;
  /** What is under way must have no company. */
  let isAlone = false;
  let alive = true;
  let closing = false;
  let why: unknown;
  const hung = setInterval(() => {
    const [oldest] = underWay;
    if (oldest === undefined || oldest.message.qos === 0 || performance.now() - oldest.sentAt < settings.ackTimeoutMs)
      return;
    why = Object.assign(new Error('no acknowledgement'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
    client.end(true);
    gone();
  }, 1000);

  client.on('error', (error) => {
    why ??= error;
  });
  client.on('close', gone);
  client.on('disconnect', (packet) => {
    why ??= Object.assign(new Error('disconnected by the broker'), { reasonCode: packet.reasonCode });
  });

  function gone(): void {
    if (!alive) return;
    alive = false;
    clearInterval(hung);
    const fault = connectFault(why ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' }), target);
    const outcome: Outcome = { kind: 'retry', scope: 'target', fault };
    const isUponOne = !closing && mayBeUponAMessage(why);
    for (const { request, resolve } of underWay) {
      resolve(isUponOne ? suspects.broken(request, underWay.size === 1, fault, target) : outcome);
    }
    for (const { resolve } of held) resolve(outcome);
    underWay.clear();
    held.length = 0;
    if (!closing) hooks.lost(fault);
  }

  function mayGo({ request }: Waiting): boolean {
    if (underWay.size === 0) return true;
    return !isAlone && underWay.size < settings.maxInflight && !suspects.goesAlone(request);
  }

  function sendHeld(): void {
    for (let [next] = held; next !== undefined && mayGo(next); [next] = held) {
      held.shift();
      send(next);
    }
  }

  function send(waiting: Waiting): void {
    const { topic, payload, qos, retain } = waiting.message;
    waiting.sentAt = performance.now();
    underWay.add(waiting);
    isAlone = suspects.goesAlone(waiting.request);
    const bytes =
      typeof payload === 'string' ? payload : Buffer.from(payload.buffer, payload.byteOffset, payload.length);
    client.publish(topic, bytes, { qos, retain }, (error) => {
      if (!underWay.delete(waiting)) return;
      const outcome = publishOutcome(error, target);
      if (outcome.kind === 'delivered') suspects.took();
      waiting.resolve(outcome);
      if (underWay.size === 0) isAlone = false;
      sendHeld();
    });
  }

  return {
    get alive() {
      return alive;
    },
    publish(message, request) {
      return new Promise((resolve) => {
        const waiting: Waiting = { message, request, resolve, sentAt: 0 };
        if (packetSize(message) > largestPacket) resolve({ kind: 'rejected', fault: tooLarge(target) });
        else if (!alive) resolve({ kind: 'retry', scope: 'target', fault: connectFault(why, target) });
        else if (held.length > 0 || !mayGo(waiting)) held.push(waiting);
        else send(waiting);
      });
    },
    async subscribe(filter, qos, nl) {
      try {
        const granted = await answered(client.subscribeAsync(filter, { qos, nl }), settings.connectTimeoutMs);
        const refused = granted.find((one) => one.qos >= 128);
        return refused === undefined ? undefined : subscribeFault(filter, target, `reason code ${refused.qos}`);
      } catch (error) {
        return subscribeFault(filter, target, error instanceof Error ? error.message : String(error));
      }
    },
    async unsubscribe(filter) {
      if (!alive) return false;
      return answered(client.unsubscribeAsync(filter), GOODBYE_MS).then(
        () => true,
        () => false,
      );
    },
    ping(signal) {
      if (!alive) return Promise.resolve(false);
      return new Promise((resolve) => {
        const finish = (answered: boolean): void => {
          client.off('packetreceive', heard);
          client.off('close', lost);
          signal.removeEventListener('abort', silent);
          resolve(answered);
        };
        // Any packet shows that the other side lives.
        const heard = (): void => finish(true);
        const lost = (): void => finish(false);
        const silent = (): void => finish(false);
        client.on('packetreceive', heard).on('close', lost);
        signal.addEventListener('abort', silent, { once: true });
        client.sendPing();
      });
    },
    close() {
      closing = true;
      const { stream } = client;
      const done = new Promise<void>((resolve) => {
        // The other side may never answer the goodbye.
        const limit = setTimeout(() => {
          stream.destroy();
          resolve();
        }, GOODBYE_MS);
        client.end(!alive || underWay.size > 0, () => {
          clearTimeout(limit);
          resolve();
        });
      });
      gone();
      return done;
    },
  };
}

/** Rejects when the other side has not answered after `ms`. */
function answered<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('timeout')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

/** Bytes of a PUBLISH packet, as MQTT 5 counts them: at most 5 of head, topic, packet id, properties, payload. */
function packetSize({ topic, payload }: OutgoingMessage): number {
  const body = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
  return 5 + 2 + Buffer.byteLength(topic) + 2 + 1 + body;
}

function subscribeFault(filter: string, target: string, raw: string): Fault {
  return {
    code: 'subscription_refused',
    data: { target, filter },
    message: `${target} refuses the subscription to "${filter}". Check the filter and the permissions of the user.`,
    raw,
  };
}
