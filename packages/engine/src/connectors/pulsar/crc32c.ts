/** CRC-32C (Castagnoli), four bytes a step. */
const TABLES: readonly [Int32Array, Int32Array, Int32Array, Int32Array] = makeTables();

function makeTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const tables = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const;
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
    tables[0][n] = crc;
  }
  for (let n = 0; n < 256; n++) {
    let crc = at(tables[0], n);
    for (const table of tables.slice(1)) {
      crc = at(tables[0], crc & 0xff) ^ (crc >>> 8);
      table[n] = crc;
    }
  }
  return tables;
}

function at(table: Int32Array, index: number): number {
  return table[index] ?? 0;
}

/** Checksum of the pieces one after the other, as an unsigned number. */
export function crc32c(...pieces: readonly Uint8Array[]): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = -1;
  for (const bytes of pieces) {
    const length = bytes.length;
    let i = 0;
    for (; i + 4 <= length; i += 4) {
      crc ^= byte(bytes, i) | (byte(bytes, i + 1) << 8) | (byte(bytes, i + 2) << 16) | (byte(bytes, i + 3) << 24);
      crc = at(t3, crc & 0xff) ^ at(t2, (crc >>> 8) & 0xff) ^ at(t1, (crc >>> 16) & 0xff) ^ at(t0, (crc >>> 24) & 0xff);
    }
    for (; i < length; i++) crc = at(t0, (crc ^ byte(bytes, i)) & 0xff) ^ (crc >>> 8);
  }
  return (crc ^ -1) >>> 0;
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
