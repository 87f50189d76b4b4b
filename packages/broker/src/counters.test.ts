import { afterEach, expect, it } from 'vitest';
import { hashPassword } from './access/passwords.ts';
import { rawConnect, startBroker, subscribe, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const publish = { cmd: 'publish', payload: 'x', dup: false, retain: false } as const;

it('counts packets, messages, decisions and why something was dropped', async () => {
  const users = [{ username: 'ann', passwordHash: await hashPassword('a') }];
  const permissions = [{ permission: 'deny', action: 'publish', topics: ['no'] } as const];
  test = await startBroker({ access: { users, permissions } });
  const counters = () => test.broker.counters();
  await rawConnect(test.port, { clientId: 'w', username: 'ann', password: Buffer.from('b') });
  const ann = await rawConnect(test.port, { clientId: 'a', username: 'ann', password: Buffer.from('a') });
  const raw = await rawConnect(test.port, { clientId: 'n', properties: { sessionExpiryInterval: 60 } });
  await subscribe(raw, 't');
  ann.write({ ...publish, topic: 't', qos: 1, messageId: 1 });
  await raw.next('publish');
  raw.write({ cmd: 'puback', messageId: 1 });
  raw.write({ cmd: 'puback', messageId: 9 });
  ann.write({ ...publish, topic: 'no', qos: 1, messageId: 2 });
  ann.write({ ...publish, topic: 'no', qos: 1, messageId: 3 });
  ann.write({ ...publish, topic: 'nobody', qos: 0 });
  ann.write({ ...publish, topic: 't', qos: 2, messageId: 4 });
  ann.write({ ...publish, topic: 't', qos: 2, messageId: 4, dup: true });
  ann.write({ cmd: 'pubrel', messageId: 4 });
  ann.write({ cmd: 'pubrel', messageId: 4 });
  ann.write({ cmd: 'pingreq' });
  await ann.next('pingresp');
  await until(() => counters()['packets.puback.received'] === 2);
  expect(counters()).toMatchObject({
    'client.connect': 3,
    'client.connected': 2,
    'authentication.failure': 1,
    'authentication.success': 2,
    'authentication.success.anonymous': 1,
    'packets.connack.sent': 3,
    'packets.connack.auth_error': 1,
    'packets.publish.received': 6,
    'packets.publish.inuse': 1,
    'packets.publish.auth_error': 2,
    'packets.pubrel.received': 2,
    'packets.pubrel.missed': 1,
    'packets.puback.missed': 1,
    'packets.pingreq.received': 1,
    'packets.pingresp.sent': 1,
    'messages.received': 3,
    'messages.qos0.received': 1,
    'messages.qos1.received': 1,
    'messages.qos2.received': 1,
    'messages.sent': 2,
    'messages.qos1.sent': 2,
    'messages.acked': 1,
    'messages.dropped.no_subscribers': 1,
    'authorization.deny': 2,
    'authorization.matched.deny': 1,
    'authorization.cache_hit': 3,
    'session.created': 2,
  });
  const received = ann.socket.bytesWritten + raw.socket.bytesWritten;
  expect(counters()['bytes.received']).toBeGreaterThan(received);

  raw.socket.destroy();
  await until(() => test.named('disconnected').length === 1);
  ann.write({ ...publish, topic: 't', qos: 0 });
  const again = await rawConnect(test.port, { clientId: 'n', clean: false });
  await rawConnect(test.port, { clientId: 'n', clean: false });
  await until(() => again.closed);
  await rawConnect(test.port, { clientId: 'n' });
  expect(counters()).toMatchObject({
    'client.disconnected': 3,
    'delivery.dropped': expect.any(Number),
    'delivery.dropped.qos0_msg': 1,
    'session.resumed': 1,
    'session.takenover': 1,
    'session.discarded': 1,
  });
});

it('every counter begins at nothing and has a name', async () => {
  test = await startBroker();
  const counters = Object.entries(test.broker.counters());
  expect(counters.every(([name, value]) => value === 0 && /^[a-z0-9._]+$/.test(name))).toBe(true);
  expect(counters.length).toBeGreaterThan(75);
});
