import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const bitDocs = {
  bitnot: fn('n: integer', 'integer', 'Inverts all bits.', '按位取反。', ['bitnot(10)', '-11']),
  bitand: fn('a: integer, b: integer', 'integer', 'Bits set in both.', '按位与。', ['bitand(12, 10)', '8']),
  bitor: fn('a: integer, b: integer', 'integer', 'Bits set in either.', '按位或。', ['bitor(12, 10)', '14']),
  bitxor: fn('a: integer, b: integer', 'integer', 'Bits set in one only.', '按位异或。', ['bitxor(12, 10)', '6']),
  bitsl: fn(
    'n: integer, places: integer',
    'integer',
    'Shifts to the left; a negative number of places to the right.',
    '左移；位数为负则右移。',
    ['bitsl(1, 4)', '16'],
  ),
  bitsr: fn('n: integer, places: integer', 'integer', 'Shifts to the right, keeping the sign.', '右移，保留符号。', [
    'bitsr(256, 4)',
    '16',
  ]),
  bitsize: fn('data: bytes', 'integer', 'Number of bits.', '比特数。', ["bitsize('ab')", '16']),
  bytesize: fn('data: bytes', 'integer', 'Number of bytes; a text counts in UTF-8.', '字节数，文本按 UTF-8 计。', [
    "bytesize('é')",
    '2',
  ]),
  subbits: fn(
    'data: bytes, start: integer, length?: integer, type?: text, sign?: text, order?: text',
    'any',
    "Reads some bits as a number. With two arguments the second is the length and reading starts at bit 1. Type: 'integer', 'float' or 'bits'; sign: 'unsigned' or 'signed'; order: 'big' or 'little'.",
    "把若干比特读成数字。只有两个参数时，第二个为长度，从第 1 位开始。类型：'integer'、'float'、'bits'；符号：'unsigned'、'signed'；字节序：'big'、'little'。",
    ["subbits('ABCD', 9, 16)", '16963'],
  ),
} satisfies FunctionDocs;
