import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';

const MARKER = 'poison';

describe.each([
  { proto_ver: 'v4', pool_size: 1, version: 4 },
  { proto_ver: 'v4', pool_size: 4, version: 4 },
  { proto_ver: 'v5', pool_size: 1, version: 5 },
])('a message upon which the other broker breaks the connection ($proto_ver, $pool_size connections)', (way) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: Server;
  let harness: Harness | undefined;
  const sockets = new Set<Socket>();
  let got: string[] = [];
  /** How often the broker saw the marker. */
  let seen = 0;

  beforeEach(async () => {
    folder = temporaryFolder();
    got = [];
    seen = 0;
    server = createServer(serve);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await harness?.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    folder.remove();
  });

  /** A broker that reads all it has got before it answers, so that neighbours of the marker go without an answer too. */
  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {});
    const parser = mqttPacket.parser({ protocolVersion: way.version });
    let answers: Packet[] = [];
    const answer = (packet: Packet): void => {
      if (answers.push(packet) > 1) return;
      setImmediate(() => {
        const all = answers;
        answers = [];
        for (const one of all) {
          if (one.cmd === 'puback') got.push(bodies.get(one) ?? '');
          if (!socket.destroyed) socket.write(mqttPacket.generate(one, { protocolVersion: way.version }));
        }
      });
    };
    const bodies = new Map<Packet, string>();
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') answer({ cmd: 'connack', sessionPresent: false, returnCode: 0, reasonCode: 0 });
      else if (packet.cmd === 'pingreq') answer({ cmd: 'pingresp' });
      else if (packet.cmd === 'publish') {
        const body = packet.payload.toString();
        if (body.includes(MARKER)) {
          seen++;
          answers = answers.filter((one) => one.cmd !== 'puback');
          socket.destroy();
          return;
        }
        const ack: Packet = { cmd: 'puback', messageId: packet.messageId ?? 0 };
        bodies.set(ack, body);
        answer(ack);
      }
    });
    socket.on('data', (chunk) => parser.parse(chunk));
  }

  async function start(): Promise<Harness> {
    const record = { enable: true, description: '' };
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connector = {
      type: 'mqtt',
      name: 'c',
      ...record,
      server: address,
      ...way,
      resource_opts: { health_check_interval: '1s' },
    } as ConnectorConfig;
    const action: ChannelConfig = {
      ...{ type: 'mqtt', name: 'a', ...record, connector: 'c', created_at: 0, last_modified_at: 0 },
      parameters: { topic: 'out/${key}', qos: 1, retain: false, payload: '${body}' },
      resource_opts: { worker_pool_size: 4, inflight_window: 20 },
    };
    harness = await startHarness(folder.path, connector, action);
    return harness;
  }

  it('ends among the dead letters and takes no neighbour with it', { timeout: 90_000 }, async () => {
    const { action, deadLetters, put } = await start();
    const wanted: string[] = [];
    for (let n = 0; n < 60; n++) {
      const key = `k${n % 6}`;
      const body = n === 20 || n === 33 ? `${key}:${n}:${MARKER}` : `${key}:${n}`;
      if (!body.includes(MARKER)) wanted.push(body);
      await put({ key, body }, key, 1);
    }
    await until(() => action.metrics().queuing + action.metrics().inflight === 0, 'settled', 80_000);
    const { letters } = deadLetters.list({ offset: 0, limit: 10 });
    expect(letters.map(({ preview }) => preview).sort()).toEqual([`k2:20:${MARKER}`, `k3:33:${MARKER}`]);
    for (const letter of letters) {
      expect(letter).toMatchObject({ reason: 'rejected', code: 'breaks_connection' });
      expect(letter.attempts).toBeLessThan(30);
    }
    expect(seen).toBeLessThan(60);
    expect(action.metrics()).toMatchObject({ matched: 60, success: 58, failed: 2, dropped: 0 });
    expect([...new Set(got)].sort()).toEqual(wanted.sort());
    // Each client's messages came in order.
    for (let k = 0; k < 6; k++) {
      const own = [...new Set(got)]
        .filter((body) => body.startsWith(`k${k}:`))
        .map((body) => Number(body.split(':')[1]));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    // And it goes on as ever.
    await put({ key: 'k2', body: 'k2:99' }, 'k2', 1);
    await until(() => got.includes('k2:99'), 'the next');
    expect(action.status().status).toBe('connected');
  });
});
