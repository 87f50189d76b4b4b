import { expect, it } from 'vitest';
import { ownServer } from './own-address.ts';

const isOwn = ownServer(
  [
    { host: '0.0.0.0', port: 1883 },
    { host: '10.1.2.3', port: 8883 },
  ],
  { hostname: 'Plant-7.example.org', addresses: ['10.1.2.3', 'fe80::1:2'] },
);

it.each([
  '127.0.0.1:1883',
  '127.0.0.1',
  'mqtt://localhost',
  'LOCALHOST.:1883',
  '127.8.8.8:1883',
  '127.1',
  '0.0.0.0:1883',
  '[::1]:1883',
  '::1',
  '0:0:0:0:0:0:0:1',
  '[::]:1883',
  '[::ffff:127.0.0.1]:1883',
  'plant-7.example.org:8883',
  'mqtts://10.1.2.3:8883',
  '[fe80::1:2%eth0]:1883',
])('%s is the own broker', (server) => {
  expect(isOwn(server)).toBe(true);
});

it.each(['127.0.0.1:1884', '10.1.2.4:1883', 'plant-8.example.org', '128.0.0.1', 'abc', '[fe80::2]', '1.0.0.0', '::2'])(
  '%s is another one',
  (server) => {
    expect(isOwn(server)).toBe(false);
  },
);
