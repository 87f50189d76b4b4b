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
    [['--emqx', 'cluster:18083'], /--emqx must be a URL/],
  ])('refuses %j in one sentence', (args, message) => {
    const result = parseOptions(args, {});
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.error).toMatch(message);
      expect(result.error).toMatch(/See --help\.$/);
      expect(result.error).not.toContain('\n');
    }
  });

  it('describes every option and its variable', () => {
    expect(parseOptions(['--help'], {})).toEqual({ ok: true, value: 'help' });
    for (const name of ['host', 'port', 'mqtt-host', 'mqtt-port', 'data', 'emqx']) {
      expect(helpText()).toContain(`--${name}`);
    }
  });
});
