/** How many bytes a variable byte integer (MQTT 5 §1.5.5) takes. */
export function varintSize(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4;
}

/** Writes `value` (≤ 268,435,455) at `at`; gives the index after it. */
export function writeVarint(bytes: Buffer, value: number, at: number): number {
  let rest = value;
  let to = at;
  while (rest > 127) {
    bytes[to++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[to++] = rest;
  return to;
}
