/**
 * What Node does in native code, which is fast from the first call on. A browser has none of it: portable code steps in
 * there, with the same results. Looked up when running, so that no bundle for a browser takes anything along.
 */
export interface Node {
  readonly buffer: {
    readonly Buffer: {
      from(text: string, encoding: 'base64' | 'hex' | 'latin1'): Uint8Array;
      from(memory: ArrayBufferLike, offset: number, length: number): Encodable;
      byteLength(text: string): number;
    };
    isUtf8(bytes: Uint8Array): boolean;
  };
  readonly zlib: Readonly<
    Record<
      'gzipSync' | 'deflateRawSync' | 'deflateSync' | 'gunzipSync' | 'inflateRawSync' | 'inflateSync',
      (data: Uint8Array, options?: { readonly maxOutputLength?: number; readonly level?: number }) => Uint8Array
    >
  >;
  readonly crypto: {
    hash(algorithm: string, data: Uint8Array, encoding: 'hex'): string;
    getHashes(): readonly string[];
  };
}

interface Encodable {
  toString(encoding: 'utf8' | 'base64' | 'hex' | 'latin1'): string;
}

interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

function load(): Node | undefined {
  const get = (globalThis as Host).process?.getBuiltinModule;
  if (get === undefined) return undefined;
  const [buffer, zlib, crypto] = ['node:buffer', 'node:zlib', 'node:crypto'].map((name) => get(name));
  return buffer && zlib && crypto ? ({ buffer, zlib, crypto } as Node) : undefined;
}

export const node: Node | undefined = load();

/** The text that bytes are in an encoding; `undefined` where there is no Node. */
export function nativeText(bytes: Uint8Array, encoding: 'utf8' | 'base64' | 'hex' | 'latin1'): string | undefined {
  return node?.buffer.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}

/** The bytes that a text stands for; `undefined` where there is no Node. A copy, as what Node makes shares its memory. */
export function nativeBytes(text: string, encoding: 'base64' | 'hex' | 'latin1'): Uint8Array | undefined {
  const made = node?.buffer.Buffer.from(text, encoding);
  return made && new Uint8Array(made);
}
