import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import mqtt, { type Packet } from 'mqtt-packet';
import { createBroker } from '../broker.ts';
import type { BrokerHooks } from '../hooks.ts';
import type { Broker, BrokerOptions, ListenOptions } from '../types.ts';

/** What a hook was called with, in order. */
interface SeenEvent {
  readonly name: keyof BrokerHooks;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the arguments of any hook.
  readonly args: any[];
}

export interface TestBroker {
  readonly broker: Broker;
  readonly port: number;
  readonly events: SeenEvent[];
  named(name: keyof BrokerHooks): SeenEvent[];
  /** A client of mqtt.js; closed with the broker. */
  client(options?: IClientOptions): Promise<MqttClient>;
  close(): Promise<void>;
}

const HOOKS: readonly (keyof BrokerHooks)[] = [
  'publish',
  'delivered',
  'acked',
  'dropped',
  'deliveryDropped',
  'connected',
  'connack',
  'disconnected',
  'authnComplete',
  'authzComplete',
  'subscribed',
  'unsubscribed',
];

/** A broker on a free port that records its events. */
export async function startBroker(options: BrokerOptions = {}, listen?: Partial<ListenOptions>): Promise<TestBroker> {
  const events: SeenEvent[] = [];
  const hooks: Record<string, unknown> = {};
  for (const name of HOOKS)
    hooks[name] = (...args: never[]) => {
      events.push({ name, args });
      return (options.hooks?.[name] as ((...args: never[]) => unknown) | undefined)?.(...args);
    };
  const broker = createBroker({ ...options, hooks: hooks as BrokerHooks });
  const { port } = await broker.listen({ host: '127.0.0.1', port: 0, ...listen });
  const clients: MqttClient[] = [];
  return {
    broker,
    port,
    events,
    named: (name) => events.filter((event) => event.name === name),
    async client(clientOptions = {}) {
      const client = connect(`mqtt://127.0.0.1:${port}`, {
        reconnectPeriod: 0,
        connectTimeout: 3000,
        ...clientOptions,
      });
      clients.push(client);
      const received: Received[] = [];
      inboxes.set(client, received);
      client.on('message', (topic, payload, packet) => {
        received.push({ topic, payload: payload.toString(), packet });
      });
      await new Promise<void>((resolve, reject) => {
        client.once('connect', () => resolve());
        client.once('error', reject);
        client.once('close', () => reject(new Error('closed before CONNACK')));
      });
      client.on('error', () => {});
      return client;
    },
    async close() {
      for (const client of clients) client.end(true);
      await broker.close();
    },
  };
}

export interface Received {
  readonly topic: string;
  readonly payload: string;
  readonly packet: Extract<Packet, { cmd: 'publish' }>;
}

const inboxes = new WeakMap<MqttClient, Received[]>();

/** What a client has received since it was made; grows. */
export function collect(client: MqttClient): Received[] {
  return inboxes.get(client) ?? [];
}

/** Waits until `condition` holds; fails after `limit` ms with the description. */
export async function until(condition: () => boolean, description = 'condition', limit = 5000): Promise<void> {
  const end = Date.now() + limit;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`timed out waiting for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client at the level of packets, for what well-behaved clients never do. */
export interface RawClient {
  readonly socket: Socket;
  readonly packets: Packet[];
  /** Set when the broker has closed its side. */
  closed: boolean;
  write(packet: Packet | Buffer): void;
  /** Waits for the next packet of that kind that was not returned yet. */
  next<C extends Packet['cmd']>(cmd: C): Promise<Extract<Packet, { cmd: C }>>;
}

export async function rawClient(port: number, protocolVersion: 3 | 4 | 5 = 5): Promise<RawClient> {
  const socket = connectSocket(port, '127.0.0.1');
  await once(socket, 'connect');
  const parser = mqtt.parser({ protocolVersion });
  const packets: Packet[] = [];
  const taken = new Set<Packet>();
  const client: RawClient = {
    socket,
    packets,
    closed: false,
    write: (packet) => {
      socket.write(Buffer.isBuffer(packet) ? packet : mqtt.generate(packet, { protocolVersion }));
    },
    async next(cmd) {
      let found: Packet | undefined;
      await until(
        () => {
          found = packets.find((packet) => packet.cmd === cmd && !taken.has(packet));
          return found !== undefined;
        },
        `${cmd} (got ${packets.map((packet) => packet.cmd).join(', ')})`,
      );
      taken.add(found as Packet);
      return found as never;
    },
  };
  parser.on('packet', (packet) => packets.push(packet));
  parser.on('error', () => {});
  socket.on('data', (chunk) => parser.parse(chunk));
  socket.on('error', () => {});
  socket.on('close', () => {
    client.closed = true;
  });
  socket.on('end', () => socket.end());
  return client;
}

/** Connects a raw client; gives it once CONNACK has arrived. */
export async function rawConnect(
  port: number,
  options: Partial<Extract<Packet, { cmd: 'connect' }>> = {},
): Promise<RawClient> {
  const version = options.protocolVersion ?? 5;
  const client = await rawClient(port, version);
  client.write({
    cmd: 'connect',
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    clientId: 'raw',
    clean: true,
    keepalive: 0,
    ...options,
  });
  await client.next('connack');
  return client;
}

/** Subscribes to one filter at QoS 1 unless told otherwise; gives the reason code. */
export async function subscribe(
  client: RawClient,
  topic: string,
  options: object = {},
  properties: object = {},
): Promise<unknown> {
  client.write({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic, qos: 1, nl: false, rap: false, rh: 0, ...options }],
    properties,
  });
  return (await client.next('suback')).granted[0];
}

/** Runs one of mosquitto's clients to its end. */
export async function mosquitto(
  command: 'mosquitto_pub' | 'mosquitto_sub',
  port: number,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(command, ['-h', '127.0.0.1', '-p', String(port), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
