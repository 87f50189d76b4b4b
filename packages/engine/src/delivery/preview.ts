/** Characters of a body that a row of a list has room for. */
const LONGEST = 160;
/** More than LONGEST characters can take. */
const BYTES = 4 * LONGEST;

/** The beginning of a body on one line: text as it is, bytes that are none in hexadecimal digits. */
export function previewOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return shortened(body);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  try {
    // A character that is cut at the end is no fault: the rest of it is further on.
    return shortened(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, BYTES), { stream: true }));
  } catch {
    return shortened(bytes.subarray(0, LONGEST).toString('hex'));
  }
}

function shortened(text: string): string {
  const line = text
    .slice(0, BYTES)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
