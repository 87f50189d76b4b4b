/** Message digest 4 (RFC 1320), which no library at hand has; old systems still ask for it. */
export function md4(data: Uint8Array): Uint8Array {
  const length = (((data.length + 8) >> 6) + 1) * 64;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, data.length * 8, true);
  view.setUint32(length - 4, Math.floor(data.length / 2 ** 29), true);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < length; at += 64) {
    const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i, true));
    block(state, words);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of state.entries()) digest.setUint32(4 * i, word, true);
  return new Uint8Array(digest.buffer);
}

type Mix = (x: number, y: number, z: number) => number;

const ROUNDS: readonly {
  readonly mix: Mix;
  readonly add: number;
  readonly order: readonly number[];
  readonly turns: readonly number[];
}[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    add: 0,
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    turns: [3, 7, 11, 19],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    add: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    turns: [3, 5, 9, 13],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    add: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    turns: [3, 9, 11, 15],
  },
];

function block(state: number[], words: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  const before = [a, b, c, d];
  for (const { mix, add, order, turns } of ROUNDS) {
    for (const [i, place] of order.entries()) {
      const sum = (a + mix(b, c, d) + (words[place] ?? 0) + add) | 0;
      const turn = turns[i % 4] ?? 0;
      [a, b, c, d] = [d, (sum << turn) | (sum >>> (32 - turn)), b, c];
    }
  }
  for (const [i, word] of [a, b, c, d].entries()) state[i] = ((before[i] ?? 0) + word) >>> 0;
}
