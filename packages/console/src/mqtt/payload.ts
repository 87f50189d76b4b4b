/** A payload as it can be shown. */
export type Payload =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json' | 'text'; readonly text: string; readonly bytes: number }
  /** `text`: the first bytes, 16 a line, in hexadecimal. */
  | { readonly kind: 'binary'; readonly text: string; readonly bytes: number };

const SHOWN_BYTES = 512;

/** Reads a payload in base64. */
export function payloadOf(base64: string): Payload {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (bytes.length === 0) return { kind: 'empty' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // Control characters other than white space: not meant to be read.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text))
      return { kind: isJson(text) ? 'json' : 'text', text, bytes: bytes.length };
  } catch {
    // Not text.
  }
  return { kind: 'binary', text: hexOf(bytes.subarray(0, SHOWN_BYTES)), bytes: bytes.length };
}

/** An object or a list; a lone number or word reads better as it is. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hexOf(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push([...bytes.subarray(at, at + 16)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
  }
  return lines.join('\n');
}
