/** The hash with which Kafka's own clients spread keys over partitions (32-bit MurmurHash2, Kafka's seed). */
export function murmur2(bytes: Uint8Array): number {
  const m = 0x5bd1e995;
  const length = bytes.length;
  let h = 0x9747b28c ^ length;
  const blocks = length >> 2;
  for (let i = 0; i < blocks; i++) {
    const at = i << 2;
    let k = byte(bytes, at) | (byte(bytes, at + 1) << 8) | (byte(bytes, at + 2) << 16) | (byte(bytes, at + 3) << 24);
    k = Math.imul(k, m);
    k ^= k >>> 24;
    h = Math.imul(h, m) ^ Math.imul(k, m);
  }
  const tail = blocks << 2;
  const left = length & 3;
  if (left === 3) h ^= byte(bytes, tail + 2) << 16;
  if (left >= 2) h ^= byte(bytes, tail + 1) << 8;
  if (left >= 1) h = Math.imul(h ^ byte(bytes, tail), m);
  h ^= h >>> 13;
  h = Math.imul(h, m);
  h ^= h >>> 15;
  return h & 0x7fffffff;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
