/** Opens one LZ4 block (no frame) of known size. Throws when the block does not fit it. */
export function lz4Block(block: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let from = 0;
  let to = 0;

  function next(): number {
    const byte = block[from++];
    if (byte === undefined) throw new Error('An LZ4 block that ends too early.');
    return byte;
  }

  /** Lengths of 15 and more go on in the bytes that follow. */
  function lengthFrom(nibble: number): number {
    let length = nibble;
    if (nibble === 15) {
      let more: number;
      do {
        more = next();
        length += more;
      } while (more === 255);
    }
    return length;
  }

  while (from < block.length) {
    const token = next();
    const literals = lengthFrom(token >> 4);
    if (from + literals > block.length || to + literals > size) throw new Error('An LZ4 block with a wrong length.');
    out.set(block.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence has literals only.
    if (from === block.length) break;
    const back = next() | (next() << 8);
    const length = lengthFrom(token & 15) + 4;
    if (back === 0 || back > to || to + length > size) throw new Error('An LZ4 block with a wrong distance.');
    // Source and destination may overlap, so byte by byte.
    for (let i = 0; i < length; i++, to++) out[to] = out[to - back] ?? 0;
  }
  if (to !== size) throw new Error('An LZ4 block of another size than announced.');
  return out;
}
