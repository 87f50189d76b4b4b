import type { FunctionDocs } from './doc.ts';

export const mathDocs = {
  abs: {
    params: [{ name: 'n', type: 'number' }],
    returns: 'number',
    doc: { en: 'The number without its sign.', zh: '绝对值。' },
    example: { expression: 'abs(-5)', gives: '5' },
  },
} as const satisfies FunctionDocs;
