import { spend } from './budget.ts';
import { nativeBytes, nativeText, node } from './node.ts';

/**
 * Text and bytes. The encoders of the platform are globals that every browser and Node has.
 */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8 bytes of a text. */
export function encodeText(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? encoder.encode(text) : text;
}

/** The value of some bytes: a string where they are valid UTF-8, the bytes themselves where not. */
export function textOf(bytes: Uint8Array): string | Uint8Array {
  if (node) return node.buffer.isUtf8(bytes) ? (nativeText(bytes, 'utf8') ?? bytes) : bytes;
  try {
    return strict.decode(bytes);
  } catch {
    return bytes;
  }
}

/** For people: what is no UTF-8 shows as U+FFFD. */
export function displayText(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : lenient.decode(text);
}

function isAscii(text: string): boolean {
  if (node) return node.buffer.Buffer.byteLength(text) === text.length;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Bytes as a string of the characters U+0000..U+00FF, for work on single bytes. */
export function toLatin1(text: string | Uint8Array): string {
  if (typeof text === 'string' && isAscii(text)) return text;
  const bytes = encodeText(text);
  const native = nativeText(bytes, 'latin1');
  if (native !== undefined) return native;
  let result = '';
  for (let i = 0; i < bytes.length; i += 8192) result += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return result;
}

/** The bytes of a string of single bytes. */
export function bytesOfLatin1(text: string): Uint8Array {
  const native = nativeBytes(text, 'latin1');
  if (native) return native;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The value of a string of single bytes. */
export function fromLatin1(text: string): string | Uint8Array {
  return isAscii(text) ? text : textOf(bytesOfLatin1(text));
}

const UNITS_PER_JOINED = 0.1;

/** Joins texts byte by byte. */
export function concatText(parts: readonly (string | Uint8Array)[]): string | Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  spend(length * UNITS_PER_JOINED);
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const chunks = parts.map(encodeText);
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return textOf(joined);
}
