export { columnsOf } from './columns.ts';
export { compile } from './compile/compile.ts';
export { decodeJson, encodeJson, type JsonResult, textValue } from './json.ts';
export { tokens } from './syntax/lexer.ts';
export type { Token, TokenKind } from './syntax/token.ts';
export { compileTemplate } from './template.ts';
export { type TestColumnsResult, testColumns } from './testing/test-columns.ts';
export { fitsFrom, type TestOutcome, testSql } from './testing/test-sql.ts';
export type * from './types.ts';
