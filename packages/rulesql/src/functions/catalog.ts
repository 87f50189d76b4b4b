import type { Text } from '@sluice/contract';
import type { FunctionDoc, FunctionDocs } from './doc.ts';
import { bitDocs } from './docs/bits.ts';
import { checkDocs } from './docs/check.ts';
import { codecDocs, compressDocs, hashDocs, jqDocs } from './docs/codec.ts';
import { convertDocs } from './docs/convert.ts';
import { listDocs, mapDocs } from './docs/map.ts';
import { mathDocs } from './docs/math.ts';
import { messageDocs } from './docs/message.ts';
import { stringDocs } from './docs/string.ts';
import { systemDocs, timeDocs } from './docs/time.ts';

export interface FunctionFamily {
  readonly title: Text;
  readonly functions: FunctionDocs;
}

/**
 * All functions by family, without their implementations: for completion, help and the reference page. Editors import
 * this and stay small.
 */
export const FUNCTION_FAMILIES: readonly FunctionFamily[] = [
  { title: { en: 'Numbers', zh: '数学' }, functions: mathDocs },
  { title: { en: 'Checks and defaults', zh: '判断与默认值' }, functions: checkDocs },
  { title: { en: 'Conversion', zh: '类型转换' }, functions: convertDocs },
  { title: { en: 'Texts', zh: '文本' }, functions: stringDocs },
  { title: { en: 'Maps', zh: 'Map' }, functions: mapDocs },
  { title: { en: 'Lists', zh: '数组' }, functions: listDocs },
  { title: { en: 'Date and time', zh: '日期与时间' }, functions: timeDocs },
  { title: { en: 'Encoding', zh: '编解码' }, functions: codecDocs },
  { title: { en: 'jq', zh: 'jq' }, functions: jqDocs },
  { title: { en: 'Hashes', zh: '哈希' }, functions: hashDocs },
  { title: { en: 'Compression', zh: '压缩' }, functions: compressDocs },
  { title: { en: 'Bits', zh: '比特' }, functions: bitDocs },
  { title: { en: 'Message and client', zh: '消息与客户端' }, functions: messageDocs },
  { title: { en: 'System', zh: '系统' }, functions: systemDocs },
];

const byName = new Map<string, FunctionDoc>(
  FUNCTION_FAMILIES.flatMap((family) => Object.entries<FunctionDoc>(family.functions)),
);

export function functionDoc(name: string): FunctionDoc | undefined {
  return byName.get(name);
}

export function functionNames(): readonly string[] {
  return [...byName.keys()];
}

/** Functions that need the schema registry of an EMQX cluster, which no engine of ours has. */
export function isSchemaFunction(name: string): boolean {
  return name === 'schema_encode' || name === 'schema_decode' || name === 'schema_check';
}
