import { describe, expect, it } from 'vitest';
import { linkLocalFaults } from './target-policy.ts';

const text = { en: '', zh: '' };
const fields = {
  url: { type: 'string', format: 'url', label: text },
  server: { type: 'string', format: 'server', label: text },
  note: { type: 'string', label: text },
} as const;

describe('targets on the own link', () => {
  it.each([
    ['url', 'http://169.254.169.254/latest'],
    ['url', 'http://user@169.254.0.1:80'],
    ['url', 'http://2852039166/'],
    ['url', 'http://0xa9fea9fe/'],
    ['url', 'http://0251.0376.0251.0376/'],
    ['url', 'http://[fe80::1]/'],
    ['url', 'http://[::ffff:169.254.169.254]/'],
    ['url', 'http://metadata.google.internal./'],
    ['url', 'HTTP://METADATA.google.internal'],
    ['server', 'a:1,169.254.1.1:1883'],
    ['server', 'pulsar://169.254.1.1:6650'],
    ['server', '[fe80::1]:1883'],
  ])('%s %s is refused', (key, value) => {
    expect(linkLocalFaults(fields, { [key]: value })).toMatchObject([{ path: [key], reason: 'out_of_range' }]);
  });

  it.each([
    ['url', 'http://127.0.0.1:8080'],
    ['url', 'http://10.0.0.1'],
    ['url', 'https://169.254.example.com'],
    ['url', 'http://${host}/'],
    ['server', 'broker.example:1883'],
    ['note', 'http://169.254.169.254'],
  ])('%s %s is fine', (key, value) => {
    expect(linkLocalFaults(fields, { [key]: value })).toEqual([]);
  });
});
