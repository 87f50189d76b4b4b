import type { Text } from '@sluice/contract';
import { FUNCTION_FAMILIES } from './functions/catalog.ts';
import { type FunctionDoc, signatureOf, type TypeName } from './functions/doc.ts';

type Language = keyof Text;

const WORDS = {
  en: {
    title: 'Functions of the rule language',
    lead: 'Names are lower case. An argument in brackets may be left out, one with … may be repeated. A function that gets something it cannot take fails, and the rule with it, for that event.',
    gives: 'gives',
    where: 'Works in WHERE and INCASE only.',
    example: 'Example',
    differs: 'differs from run to run',
  },
  zh: {
    title: '规则语言函数参考',
    lead: '函数名均为小写。方括号中的参数可省略，带 … 的参数可重复。参数不合要求时函数失败，规则在该事件上随之失败。',
    gives: '返回',
    where: '仅用于 WHERE 和 INCASE。',
    example: '示例',
    differs: '每次执行结果不同',
  },
} as const;

const TYPES: Readonly<Record<TypeName, Text>> = {
  any: { en: 'anything', zh: '任意值' },
  boolean: { en: 'true or false', zh: '布尔值' },
  bytes: { en: 'bytes', zh: '字节' },
  float: { en: 'float', zh: '浮点数' },
  integer: { en: 'integer', zh: '整数' },
  list: { en: 'list', zh: '数组' },
  map: { en: 'map', zh: 'Map' },
  number: { en: 'number', zh: '数字' },
  text: { en: 'text', zh: '文本' },
};

function entry(name: string, doc: FunctionDoc, language: Language): string {
  const words = WORDS[language];
  const { expression, gives } = doc.example;
  const params = doc.params.map((param) => `\`${param.name}\` ${TYPES[param.type][language]}`).join(', ');
  const result = gives.startsWith('/') ? words.differs : `\`${gives}\``;
  return [
    `### ${name}`,
    `\`${signatureOf(name, doc)}\`${params && ` (${params})`} ${words.gives} ${TYPES[doc.returns][language]}`,
    '',
    `${doc.doc[language]}${doc.needsEvent ? ` ${words.where}` : ''}`,
    '',
    `${words.example}: \`${expression}\` → ${result}`,
  ].join('\n');
}

/** The reference of all functions as Markdown, made from the table that the engine and the editor read too. */
export function functionReference(language: Language): string {
  const words = WORDS[language];
  const families = FUNCTION_FAMILIES.map(({ title, functions }) => {
    const entries = Object.entries<FunctionDoc>(functions).map(([name, doc]) => entry(name, doc, language));
    return `## ${title[language]}\n\n${entries.join('\n\n')}`;
  });
  return `# ${words.title}\n\n${words.lead}\n\n${families.join('\n\n')}\n`;
}
