import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pause, until } from '../testing/harness.ts';

let folder: string;
let child: ChildProcess;
let port = 0;
let clients: MqttClient[] = [];

async function start(): Promise<void> {
  const script = fileURLToPath(new URL('../testing/serve.ts', import.meta.url));
  child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  port = Number(line.toString());
}

async function kill(): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function client(clientId: string, version: 4 | 5): MqttClient {
  const made = connect(`mqtt://127.0.0.1:${port}`, {
    clientId,
    clean: false,
    protocolVersion: version,
    ...(version === 5 && { properties: { sessionExpiryInterval: 3600 } }),
    reconnectPeriod: 50,
    resubscribe: false,
  });
  made.on('error', () => {});
  clients.push(made);
  return made;
}

const connected = (one: MqttClient): Promise<void> => new Promise((resolve) => one.once('connect', () => resolve()));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'broker-kill-'));
  port = 0;
  clients = [];
  await start();
});
afterEach(async () => {
  for (const one of clients) one.end(true);
  await kill();
  rmSync(folder, { recursive: true });
});

describe('kill -9', () => {
  it('loses no acknowledged QoS 1 message of an absent subscriber', async () => {
    const absent = client('absent', 4);
    await connected(absent);
    await absent.subscribeAsync('t', { qos: 1 });
    await absent.endAsync();
    const publisher = client('publisher', 5);
    await connected(publisher);
    const acknowledged = new Set<string>();
    for (let i = 0; i < 900; i++)
      publisher.publish('t', `m${i}`, { qos: 1 }, (error) => {
        if (!error) acknowledged.add(`m${i}`);
      });
    await until(() => acknowledged.size > 200, 'acknowledgements');
    await kill();
    const before = new Set(acknowledged);
    publisher.end(true);
    await start();
    const received = new Set<string>();
    const back = connect(`mqtt://127.0.0.1:${port}`, { clientId: 'absent', clean: false, protocolVersion: 4 });
    clients.push(back);
    back.on('message', (_topic, payload) => received.add(payload.toString()));
    await until(() => [...before].every((text) => received.has(text)), 'all acknowledged messages');
    expect(before.size).toBeGreaterThan(200);
  });

  it('neither loses nor doubles a QoS 2 message, three times over', async () => {
    const received: string[] = [];
    const subscriber = client('subscriber', 5);
    subscriber.on('message', (_topic, payload) => received.push(payload.toString()));
    await connected(subscriber);
    await subscriber.subscribeAsync('t', { qos: 2 });
    const publisher = client('publisher', 5);
    await connected(publisher);
    const total = 1200;
    const completed = new Set<string>();
    let over = 0;
    let next = 0;
    const feed = setInterval(() => {
      for (let i = 0; i < 10 && next < total; i++) {
        const text = `m${next++}`;
        // The client gives up a message now and then when its connection breaks, and says so.
        publisher.publish('t', text, { qos: 2 }, (error) => {
          over++;
          if (!error) completed.add(text);
        });
      }
    }, 5);
    for (const mark of [200, 500, 800]) {
      await until(() => over > mark, `${mark} of ${total}`, 30_000);
      await kill();
      await pause(20);
      await start();
    }
    await until(() => over >= total, 'the publisher', 60_000);
    clearInterval(feed);
    await until(() => [...completed].every((text) => received.includes(text)), 'all messages', 30_000);
    await pause(100);
    expect(completed.size).toBeGreaterThan(total / 2);
    expect(new Set(received).size).toBe(received.length);
  }, 120_000);

  it('keeps what it has acknowledged of retained messages and subscriptions, and what was taken away', async () => {
    const keeper = client('keeper', 5);
    await connected(keeper);
    await keeper.publishAsync('gone', 'old', { qos: 1, retain: true });
    for (let i = 0; i < 50; i++) await keeper.publishAsync(`kept/${i}`, `v${i}`, { qos: 1, retain: true });
    await keeper.publishAsync('kept/0', 'newer', { qos: 2, retain: true });
    await keeper.publishAsync('gone', '', { qos: 1, retain: true });
    await keeper.subscribeAsync('left', { qos: 1 });
    await keeper.unsubscribeAsync('left');
    await keeper.subscribeAsync('news/#', { qos: 1 });
    // The last word was a SUBACK: no moment in between.
    await kill();
    keeper.end(true);
    await start();

    const received = new Map<string, string>();
    const other = client('other', 4);
    other.on('message', (topic, payload) => received.set(topic, payload.toString()));
    await connected(other);
    await other.subscribeAsync(['kept/#', 'gone']);
    await until(() => received.size === 50, 'the retained messages');
    expect([received.get('kept/0'), received.get('kept/49'), received.has('gone')]).toEqual(['newer', 'v49', false]);

    const heard: string[] = [];
    const back = client('keeper', 5);
    back.on('message', (topic) => heard.push(topic));
    await connected(back);
    for (const topic of ['left', 'news/1']) await other.publishAsync(topic, 'x', { qos: 1 });
    await until(() => heard.length > 0, 'a message of the subscription');
    expect(heard).toEqual(['news/1']);
  });
});
