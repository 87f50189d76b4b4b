import { describe, expect, it } from 'vitest';
import { payloadOf } from './payload.ts';

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64');

describe('a payload', () => {
  it('is JSON, text or bytes', () => {
    expect(payloadOf(base64('{"n":9007199254740993}'))).toEqual({
      kind: 'json',
      text: '{"n":9007199254740993}',
      bytes: 22,
    });
    expect(payloadOf(base64('21.5 °C'))).toEqual({ kind: 'text', text: '21.5 °C', bytes: 8 });
    expect(payloadOf(base64('{broken'))).toMatchObject({ kind: 'text' });
    expect(payloadOf(base64(new Uint8Array([0, 255, 16])))).toEqual({ kind: 'binary', text: '00 ff 10', bytes: 3 });
    expect(payloadOf('')).toEqual({ kind: 'empty' });
  });
  it('is never text with characters nobody can see', () => {
    expect(payloadOf(base64('a\u0000b'))).toMatchObject({ kind: 'binary' });
    expect(payloadOf(base64('a\r\n\tb'))).toMatchObject({ kind: 'text' });
  });
  it('of many bytes is shown from its beginning, 16 a line', () => {
    const shown = payloadOf(base64(new Uint8Array(5_000)));
    expect(shown).toMatchObject({ kind: 'binary', bytes: 5_000 });
    expect(shown.kind === 'binary' && shown.text.split('\n')).toHaveLength(32);
  });
});
