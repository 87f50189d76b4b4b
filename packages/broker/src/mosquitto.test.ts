import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
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
