/** Message digest 4 (RFC 1320), which no library at hand has; old systems still ask for it. */
export function md4(data: Uint8Array): Uint8Array {
  const length = (((data.length + 8) >> 6) + 1) * 64;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, data.length * 8, true);
  view.setUint32(length - 4, Math.floor(data.length / 2 ** 29), true);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i, true);
    block(state, words);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of state.entries()) digest.setInt32(4 * i, word, true);
  return new Uint8Array(digest.buffer);
}

/** What each of the three rounds adds, in which order it takes the words, and how far it turns. */
const ADDED = Int32Array.of(0, 0x5a827999, 0x6ed9eba1);
const ORDER = Int32Array.from([
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  ...[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  ...[0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
]);
const TURNS = Int32Array.from([3, 7, 11, 19, 3, 5, 9, 13, 3, 9, 11, 15]);

function mix(round: number, x: number, y: number, z: number): number {
  if (round === 0) return (x & y) | (~x & z);
  return round === 1 ? (x & y) | (x & z) | (y & z) : x ^ y ^ z;
}

/** The state after one block, in place; plain numbers all the way, which is what makes it fast. */
function block(state: Int32Array, words: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  for (let i = 0; i < 48; i++) {
    const round = i >> 4;
    const sum = (a + mix(round, b, c, d) + (words[ORDER[i] ?? 0] ?? 0) + (ADDED[round] ?? 0)) | 0;
    const turn = TURNS[4 * round + (i & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (sum << turn) | (sum >>> (32 - turn));
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
}
