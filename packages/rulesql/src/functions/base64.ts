import { Fault } from '../value/fault.ts';
import { nativeBytes, nativeText } from '../value/node.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PLACES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, place) => [letter, place]));
const INVALID = /[^A-Za-z0-9+/]/;

export function toBase64(bytes: Uint8Array): string {
  return nativeText(bytes, 'base64') ?? portableToBase64(bytes);
}

export function portableToBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((group >> 6) & 63) : '=';
    text += left > 2 ? ALPHABET.charAt(group & 63) : '=';
  }
  return text;
}

export function fromBase64(text: string): Uint8Array {
  const compact = text.replace(/[\t\n\v\f\r ]/g, '');
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  if (compact.length % 4 !== 0 || INVALID.test(compact.slice(0, compact.length - padding))) {
    throw new Fault('the text is not valid Base64.');
  }
  return nativeBytes(compact, 'base64') ?? portableFromBase64(compact, padding);
}

export function portableFromBase64(compact: string, padding: number): Uint8Array {
  const bytes = new Uint8Array((compact.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < compact.length; i += 4, at += 3) {
    let group = 0;
    for (let k = 0; k < 4; k++) group = (group << 6) | (PLACES.get(compact.charAt(i + k)) ?? 0);
    bytes[at] = group >> 16;
    if (at + 1 < bytes.length) bytes[at + 1] = (group >> 8) & 255;
    if (at + 2 < bytes.length) bytes[at + 2] = group & 255;
  }
  return bytes;
}
