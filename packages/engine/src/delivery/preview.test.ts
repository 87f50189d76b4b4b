import { expect, it } from 'vitest';
import { previewOf } from './preview.ts';

it('shows the beginning of a text on one line', () => {
  expect(previewOf('{\n  "a": 1,\r\n\t"b": "Zoë"\u0000}')).toBe('{ "a": 1, "b": "Zoë" }');
  expect(previewOf('')).toBe('');
  expect(previewOf('x'.repeat(160))).toBe('x'.repeat(160));
  expect(previewOf(`${'日'.repeat(159)}本本`)).toBe(`${'日'.repeat(159)}…`);
  expect(previewOf('😀'.repeat(500))).toBe(`${'😀'.repeat(159)}…`);
});

it('reads bytes as text, also where the cut goes through a character', () => {
  expect(previewOf(Buffer.from('Zoë 日本'))).toBe('Zoë 日本');
  for (const lead of ['', 'a', 'ab']) {
    expect(previewOf(Buffer.from(lead + '日'.repeat(1_000)))).toBe(`${lead}${'日'.repeat(159 - lead.length)}…`);
  }
});

it('shows bytes that are no text in hexadecimal', () => {
  expect(previewOf(Uint8Array.of(0xff, 0x00, 0x80))).toBe('ff0080');
  expect(previewOf(new Uint8Array(10_000).fill(0xfe))).toBe(`${'fe'.repeat(79)}f…`);
});
