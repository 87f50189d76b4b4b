import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { hashPassword } from './access/passwords.ts';
import { mosquitto, startBroker, type TestBroker, until } from './testing/harness.ts';

/** Independent clients: those of the mosquitto project, where they are installed. */
const tool: string = 'mosquitto_pub';
const isInstalled = (() => {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT';
  }
})();

describe.skipIf(!isInstalled)('clients of mosquitto (needs mosquitto_pub and mosquitto_sub)', () => {
  let test: TestBroker;
  afterEach(() => test.close());

  describe.each(['mqttv31', 'mqttv311', 'mqttv5'])('%s', (version) => {
    it.each(['0', '1', '2'])('publish and subscribe at QoS %s', async (qos) => {
      test = await startBroker();
      const common = ['-V', version, '-q', qos];
      const subscriber = mosquitto('mosquitto_sub', test.port, [...common, '-t', 'a/#', '-C', '3', '-v', '-W', '5']);
      await until(() => test.named('subscribed').length === 1, 'subscription');
      for (const text of ['one', 'two', 'three'])
        expect((await mosquitto('mosquitto_pub', test.port, [...common, '-t', 'a/b', '-m', text])).code).toBe(0);
      expect(await subscriber).toEqual({ code: 0, output: 'a/b one\na/b two\na/b three\n' });
    });

    it('keeps a session', async () => {
      test = await startBroker();
      const expiry = version === 'mqttv5' ? ['-x', '60'] : [];
      const args = ['-V', version, '-i', 'keeper', '-c', '-q', '1', '-t', 't', '-W', '5', ...expiry];
      expect((await mosquitto('mosquitto_sub', test.port, [...args, '-E'])).code).toBe(0);
      await mosquitto('mosquitto_pub', test.port, ['-V', version, '-q', '1', '-t', 't', '-m', 'kept']);
      expect(await mosquitto('mosquitto_sub', test.port, [...args, '-C', '1'])).toEqual({ code: 0, output: 'kept\n' });
    });

    it('greets with retained messages, and forgets those that are taken away', async () => {
      test = await startBroker();
      const pub = (...args: string[]) => mosquitto('mosquitto_pub', test.port, ['-V', version, '-q', '1', ...args]);
      await pub('-t', 'r/a', '-m', 'old', '-r');
      await pub('-t', 'r/a', '-m', 'new', '-r');
      await pub('-t', 'r/b', '-m', 'gone', '-r');
      await pub('-t', 'r/b', '-n', '-r');
      const args = ['-V', version, '-t', 'r/#', '--retained-only', '-v', '-W', '1'];
      expect((await mosquitto('mosquitto_sub', test.port, args)).output.split('\n')[0]).toBe('r/a new');
      expect(test.broker.stats().retained).toBe(1);
    });

    it('publishes the will of a client that is killed, and none of one that says goodbye', async () => {
      test = await startBroker();
      const will = ['--will-topic', 'w', '--will-payload', 'last words', '--will-qos', '1'];
      const listener = mosquitto('mosquitto_sub', test.port, [
        '-V',
        version,
        '-t',
        'w',
        '-C',
        '1',
        '-W',
        '8',
        '-q',
        '1',
      ]);
      await until(() => test.named('subscribed').length === 1);
      const polite = ['-V', version, '-i', 'polite', '-t', 'x', '-E', '--will-topic', 'w', '--will-payload', 'no'];
      await mosquitto('mosquitto_sub', test.port, polite);
      const args = ['-h', '127.0.0.1', '-p', String(test.port), '-V', version, '-i', 'doomed', '-t', 'x', ...will];
      const doomed = spawn('mosquitto_sub', args, { stdio: 'ignore' });
      await until(() => test.named('subscribed').some(({ args: [info] }) => info.clientid === 'doomed'));
      doomed.kill('SIGKILL');
      expect((await listener).output).toBe('last words\n');
    });

    it('lets in who knows the password, and says so to who does not', async () => {
      const users = [{ username: 'ann', passwordHash: await hashPassword('right') }];
      test = await startBroker({ access: { users } });
      const pub = (password: string) =>
        mosquitto('mosquitto_pub', test.port, ['-V', version, '-t', 't', '-m', 'x', '-u', 'ann', '-P', password]);
      expect((await pub('right')).code).toBe(0);
      const refused = await pub('wrong');
      expect(refused.code).not.toBe(0);
      expect(refused.output).toMatch(/not authori[sz]ed|bad user ?name or password/i);
    });

    it('shares a subscription', async () => {
      test = await startBroker();
      const member = (id: string) =>
        mosquitto('mosquitto_sub', test.port, [
          '-V',
          version,
          '-i',
          id,
          '-t',
          '$share/g/s',
          '-C',
          '2',
          '-W',
          '8',
          '-q',
          '1',
        ]);
      const members = [member('one'), member('two')];
      await until(() => test.named('subscribed').length === 2);
      for (const text of ['a', 'b', 'c', 'd'])
        await mosquitto('mosquitto_pub', test.port, ['-V', version, '-q', '1', '-t', 's', '-m', text]);
      const heard = (await Promise.all(members)).map(({ output }) => output.trim().split('\n'));
      expect(heard.map((texts) => texts.length)).toEqual([2, 2]);
      expect(heard.flat().sort()).toEqual(['a', 'b', 'c', 'd']);
    });
  });

  it.each(['mqttv311', 'mqttv5'])('%s over TLS with a certificate of its own', async (version) => {
    const pem = (name: string) => readFileSync(file(name), 'utf8');
    const file = (name: string) => fileURLToPath(new URL(`testing/certificates/${name}`, import.meta.url));
    test = await startBroker(
      { access: { anonymous: 'never' } },
      { tls: { cert: pem('server.pem'), key: pem('server.key'), clientCertificate: { ca: pem('ca.pem') } } },
    );
    const tls = ['--cafile', file('ca.pem'), '--cert', file('client.pem'), '--key', file('client.key')];
    const args = ['-V', version, '-t', 't', '-m', 'x', '-q', '1', ...tls];
    expect((await mosquitto('mosquitto_pub', test.port, ['-h', 'localhost', ...args])).code).toBe(0);
    expect(test.named('publish')[0]?.args[0].from.username).toBeTypeOf('string');
    const without = args.slice(0, args.indexOf('--cert'));
    expect((await mosquitto('mosquitto_pub', test.port, ['-h', 'localhost', ...without])).code).not.toBe(0);
  });

  it('takes a topic alias and an expiry, and gives a subscription identifier', async () => {
    test = await startBroker();
    const v5 = ['-V', 'mqttv5', '-W', '8'];
    const id = ['-D', 'subscribe', 'subscription-identifier', '7'];
    const listener = mosquitto('mosquitto_sub', test.port, [...v5, ...id, '-t', 'o', '-C', '1', '-F', '%S %A %p']);
    await until(() => test.named('subscribed').length === 1);
    const alias = ['-D', 'publish', 'topic-alias', '3'];
    const expiry = ['-D', 'publish', 'message-expiry-interval', '60'];
    await mosquitto('mosquitto_pub', test.port, ['-V', 'mqttv5', '-t', 'o', '-m', 'x', ...alias, ...expiry]);
    expect((await listener).output).toMatch(/^7 \S* ?x\n$/);
  });

  it('request and response with properties', async () => {
    test = await startBroker();
    const subscriber = mosquitto('mosquitto_sub', test.port, [
      ...['-V', 'mqttv5', '-t', 'rpc', '-C', '1', '-W', '5', '-F', '%P|%C|%R|%D|%E|%p'],
    ]);
    await until(() => test.named('subscribed').length === 1);
    await mosquitto('mosquitto_pub', test.port, [
      ...['-V', 'mqttv5', '-t', 'rpc', '-m', 'ask'],
      ...['-D', 'publish', 'response-topic', 'answers', '-D', 'publish', 'correlation-data', 'id7'],
      ...['-D', 'publish', 'content-type', 'text/plain', '-D', 'publish', 'message-expiry-interval', '60'],
      ...['-D', 'publish', 'user-property', 'z', '1', '-D', 'publish', 'user-property', 'a', '2'],
    ]);
    expect((await subscriber).output).toBe('z:1 a:2|text/plain|answers|id7|60|ask\n');
    expect(test.named('publish')[0]?.args[0].properties).toMatchObject({
      responseTopic: 'answers',
      contentType: 'text/plain',
      messageExpiryInterval: 60,
      userProperties: { z: '1', a: '2' },
    });
  });
});
