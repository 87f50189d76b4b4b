import { describe, expect, it } from 'vitest';
import { helpText, parseOptions } from './options.ts';

describe('parseOptions', () => {
  it('has safe defaults: this machine only', () => {
    expect(parseOptions([], {})).toEqual({
      ok: true,
      value: {
        host: '127.0.0.1',
        port: 18083,
        mqttHost: '127.0.0.1',
        mqttPort: 1883,
        data: './.sluice',
        adminPassword: undefined,
        emqx: undefined,
        emqxCa: undefined,
        rateLimit: 100,
        trustProxy: undefined,
        mqtt: { listeners: [], tls: undefined, anonymous: 'loopback', sysInterval: 30_000 },
      },
    });
  });

  it('takes options before variables before defaults', () => {
    const env = { SLUICE_PORT: '1', SLUICE_HOST: '0.0.0.0', SLUICE_ADMIN_PASSWORD: 'x', SLUICE_DATA: '' };
    const options = parseOptions(['--port', '2', '--mqtt-port=0', '--emqx', 'http://e:18083'], env);
    expect(options).toMatchObject({
      value: { port: 2, host: '0.0.0.0', mqttPort: 0, adminPassword: 'x', emqx: 'http://e:18083', data: './.sluice' },
    });
  });

  it.each([
    [['--nope'], /--nope/],
    [['stray'], /stray/],
    [['--port'], /port/],
    [['--port', 'abc'], /--port must be a port between 0 and 65535, not "abc"/],
    [['--port', '70000'], /70000/],
    [['--mqtt-port', '-1'], /mqtt-port/],
    [['--rate-limit', 'much'], /--rate-limit must be a whole number/],
    [['--rate-limit', '-1'], /rate-limit/],
    [['--trust-proxy', '10.0.0.1,proxy'], /--trust-proxy must be addresses .* not "proxy"/],
    [['--trust-proxy', '10.0.0.0/33'], /trust-proxy/],
    [['--emqx', 'cluster:18083'], /--emqx must be a URL/],
    [['--mqtt-ws', '99999'], /--mqtt-ws must be a port, or address:port, not "99999"/],
    [['--mqtt-ws', '::1:8083'], /--mqtt-ws/],
    [['--mqtt-tls', '8883'], /--mqtt-tls-cert and --mqtt-tls-key/],
    [['--mqtt-tls-cert', 'a.pem', '--mqtt-ws', '1'], /no listener uses it/],
    [['--mqtt-tls', '1', '--mqtt-tls-cert', 'a', '--mqtt-tls-key', 'b', '--mqtt-tls-verify', 'required'], /tls-ca/],
    [['--mqtt-tls', '1', '--mqtt-tls-cert', 'a', '--mqtt-tls-key', 'b', '--mqtt-tls-verify', 'yes'], /not "yes"/],
    [['--mqtt-anonymous', 'perhaps'], /loopback, always or never/],
    [['--mqtt-sys-interval', 'often'], /a duration/],
    [['--mqtt-sys-interval', '10ms'], /a second or more/],
  ])('refuses %j in one sentence', (args, message) => {
    const result = parseOptions(args, {});
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.error).toMatch(message);
      expect(result.error).toMatch(/See --help\.$/);
      expect(result.error).not.toContain('\n');
    }
  });

  it('reads listeners: a port, or an address of their own', () => {
    const result = parseOptions(['--mqtt-tls', '0.0.0.0:8883', '--mqtt-wss=[::]:8084', '--mqtt-tls-ca', 'ca.pem'], {
      SLUICE_MQTT_WS: '8083',
      SLUICE_MQTT_TLS_CERT: 'c.pem',
      SLUICE_MQTT_TLS_KEY: 'k.pem',
      SLUICE_MQTT_TLS_PASSPHRASE: 'p',
      SLUICE_MQTT_ANONYMOUS: 'never',
      SLUICE_MQTT_SYS_INTERVAL: '0',
    });
    expect(result).toMatchObject({
      value: {
        rateLimit: 100,
        trustProxy: undefined,
        mqtt: {
          listeners: [
            { type: 'ssl', host: '0.0.0.0', port: 8883 },
            { type: 'ws', host: '127.0.0.1', port: 8083 },
            { type: 'wss', host: '::', port: 8084 },
          ],
          tls: { cert: 'c.pem', key: 'k.pem', passphrase: 'p', ca: 'ca.pem', verify: 'required' },
          anonymous: 'never',
          sysInterval: 0,
        },
      },
    });
  });

  it('describes every option and its variable', () => {
    expect(parseOptions(['--help'], {})).toEqual({ ok: true, value: 'help' });
    for (const name of ['host', 'port', 'mqtt-host', 'mqtt-port', 'data', 'emqx']) {
      expect(helpText()).toContain(`--${name}`);
    }
  });
});
