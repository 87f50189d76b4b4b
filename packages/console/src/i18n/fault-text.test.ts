import { FAULT_CODES } from '@sluice/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { faults as en } from './en/faults.ts';
import { faultText, fillFault, probeFault } from './fault-text.ts';
import { faults as zh } from './zh/faults.ts';

const target = '10.0.0.7:1883';

beforeAll(async () => {
  await i18next.init({ lng: 'zh', fallbackLng: false, resources: { zh: { faults: zh }, en: { faults: en } } });
});

describe('texts of faults', () => {
  it('exist for every code an engine can send, in both languages', () => {
    const data = Object.fromEntries(
      [
        ...Object.values(en)
          .join()
          .matchAll(/\{\{(\w+)\}\}/g),
      ].map(([, name = '']) => [name, `<${name}>`]),
    );
    for (const code of FAULT_CODES) {
      for (const texts of [en, zh]) {
        const text = fillFault(texts, code, { ...data, below: 'disabled' });
        expect([code, text ?? '']).toEqual([code, expect.stringMatching(/\S/)]);
        expect([code, text]).not.toEqual([code, expect.stringContaining('{{')]);
      }
      expect([code, zh[code]]).toEqual([code, expect.stringMatching(/[\u4e00-\u9fff]/)]);
    }
  });

  it('say what an HTTP status or an MQTT reason asks for', () => {
    expect(fillFault(en, 'http_status', { target, status: 503 })).toBe(
      en.http_unavailable.replace('{{target}}', target).replace('{{status}}', '503'),
    );
    expect(fillFault(zh, 'http_status', { target, status: 418 })).toContain('HTTP 418');
    expect(fillFault(zh, 'mqtt_reason', { target, reason: 134 })).toBe(
      '10.0.0.7:1883 拒绝了用户名或密码。请检查两者。',
    );
    expect(fillFault(zh, 'mqtt_reason', { target, reason: 199 })).toContain('199');
  });

  it('name what is wrong with the connector behind an action', () => {
    const data = { connector: 'mqtt:m', state: 'disconnected', target, below: 'connection_refused' };
    expect(fillFault(zh, 'connector_down', data)).toMatch(/mqtt:m 无法工作。10\.0\.0\.7:1883 拒绝连接/);
    expect(fillFault(en, 'connector_down', { connector: 'mqtt:m' })).toBe('Its connector mqtt:m does not work.');
    expect(fillFault(en, 'connector_down', { connector: 'mqtt:m', below: 'connector_down' })).toBe(
      'Its connector mqtt:m does not work. Its connector mqtt:m does not work.',
    );
  });

  it('give way to the text of the backend when the code or a value is unknown', () => {
    expect(faultText({ code: 'connection_refused', data: { target } }, 'sent')).toContain('拒绝连接');
    expect(faultText({ code: 'connection_refused', data: {} }, 'sent')).toBe('sent');
    expect(faultText({ code: 'connection_refused', data: null }, 'sent')).toBe('sent');
    expect(faultText({ code: 'connector_down', data: { connector: 'c', below: 'from_tomorrow' } }, 'sent')).toBe(
      'sent',
    );
    for (const code of ['from_tomorrow', 'constructor', '', undefined, 7]) {
      expect(faultText({ code, data: {} }, 'econnrefused')).toBe('econnrefused');
    }
    expect(faultText(undefined, undefined)).toBeUndefined();
  });

  it('put no value in twice', () => {
    expect(fillFault(en, 'connection_failed', { target: '{{text}}', text: '$& {{target}}' })).toBe(
      'The connection to {{text}} failed: $& {{target}}',
    );
  });

  it('are found behind a failed stage of a test', () => {
    expect(probeFault({ fault: 'not_tls', target })).toEqual({ code: 'not_tls', data: { target } });
    expect(probeFault({ unknown: ['x'] })).toBeUndefined();
    expect(probeFault(undefined)).toBeUndefined();
  });
});
