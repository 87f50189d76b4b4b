import { expect, it } from 'vitest';
import { murmur2 } from './murmur2.ts';

// From the test of Kafka's own client (UtilsTest.testMurmur2), with the sign bit cut off as its partitioner does.
it.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('murmur2 of %s', (text, hash) => {
  expect(murmur2(Buffer.from(text))).toBe(hash & 0x7fffffff);
});
