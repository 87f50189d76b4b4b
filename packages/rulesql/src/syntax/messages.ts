import type { Diagnostic, Span } from '../types.ts';
import { nearest } from './nearest.ts';
import { isKeyword, type Token } from './token.ts';

type Message = Diagnostic['message'];

interface Extra {
  readonly expected?: readonly string[];
  readonly fix?: Diagnostic['fix'];
}

function error(code: string, span: Span, message: Message, { expected, fix }: Extra = {}): Diagnostic {
  return {
    severity: 'error',
    span: { from: span.from, to: span.to },
    code,
    message,
    ...(expected && expected.length > 0 ? { expected } : {}),
    ...(fix ? { fix } : {}),
  };
}

/** A piece of the statement, cut to a readable length. */
function excerpt(sql: string, { from, to }: Span): string {
  return to - from > 40 ? `${sql.slice(from, from + 40)}…` : sql.slice(from, to);
}

/** A word that is nearly a keyword. */
export function misspelt(token: Token, keyword: string): Diagnostic {
  return error(
    'misspelt_keyword',
    token,
    {
      en: `\`${token.text}\` cannot stand here. Did you mean \`${keyword}\`?`,
      zh: `此处不能出现 \`${token.text}\`。是否应为 \`${keyword}\`？`,
    },
    { expected: [keyword], fix: { title: { en: `Replace by ${keyword}`, zh: `替换为 ${keyword}` }, text: keyword } },
  );
}

/** The keyword among the expected tokens that a word is nearly. */
export function nearKeyword(token: Token, expected: readonly string[]): string | undefined {
  const keywords = expected.filter(isKeyword);
  return token.kind === 'name' && token.text.length > 2 ? nearest(token.text, keywords) : undefined;
}

/** The statement goes on where something else should stand. */
export function unexpectedToken(token: Token, sql: string, expected: readonly string[]): Diagnostic {
  const keyword = nearKeyword(token, expected);
  if (keyword !== undefined) return misspelt(token, keyword);
  const found = excerpt(sql, token);
  const message = { en: `\`${found}\` cannot stand here.`, zh: `此处不能出现 \`${found}\`。` };
  return error('unexpected_token', token, message, { expected });
}

/** The statement ends too early. */
export function unexpectedEnd(end: number, expected: readonly string[]): Diagnostic {
  const message = { en: 'The statement is not complete.', zh: '语句不完整。' };
  return error('unexpected_end', { from: end, to: end }, message, { expected });
}

const TOKEN_FAULTS: Readonly<Record<NonNullable<Token['fault']>, (text: string) => Message>> = {
  unclosed_quote: (text) => ({
    en: `The closing quote \`${text.charAt(0)}\` is missing.`,
    zh: `缺少结束引号 \`${text.charAt(0)}\`。`,
  }),
  bad_number: (text) => ({
    en: `\`${text}\` is no number. Write an integer (12) or a float (1.5, 1.0e5).`,
    zh: `\`${text}\` 不是数字，请写整数（12）或浮点数（1.5、1.0e5）。`,
  }),
  bad_character: (text) => ({
    en: `The character \`${text}\` has no meaning here. Topics and unusual names need double quotes, texts single quotes.`,
    zh: `字符 \`${text}\` 在此没有含义。主题和特殊名称请用双引号，文本请用单引号。`,
  }),
};

/** A piece of text that is no token. */
export function invalidToken(token: Token): Diagnostic {
  const fault = token.fault ?? 'bad_character';
  return error(fault, token, TOKEN_FAULTS[fault](token.text));
}

/** A topic in FROM that stands there without quotes. */
export function unquotedTopic(span: Span, topic: string): Diagnostic {
  const text = `"${topic}"`;
  return error(
    'unquoted_topic',
    span,
    {
      en: `A topic stands in double quotes. Write \`${text}\`.`,
      zh: `主题需要双引号，请写作 \`${text}\`。`,
    },
    { fix: { title: { en: `Replace by ${text}`, zh: `替换为 ${text}` }, text } },
  );
}

export function emptyStatement(): Diagnostic {
  return error(
    'empty_statement',
    { from: 0, to: 0 },
    { en: 'The statement is empty. Start with SELECT or FOREACH.', zh: '语句为空，请以 SELECT 或 FOREACH 开头。' },
    { expected: ['SELECT', 'FOREACH'] },
  );
}

export function tooDeep(span: Span): Diagnostic {
  return error('too_deep', span, {
    en: 'The statement is nested too deep.',
    zh: '语句嵌套过深。',
  });
}

export function tooLarge(span: Span, most: number): Diagnostic {
  return error('too_large', span, {
    en: `The statement goes on after ${most} names, values and signs, which is more than a rule may have. Make several rules of it.`,
    zh: `语句超过 ${most} 个名称、值和符号，超出单条规则的上限。请拆分为多条规则。`,
  });
}

/** A path segment that the language cannot take. */
export function reservedSegment(span: Span, text: string): Diagnostic {
  return error('reserved_segment', span, {
    en: `\`${text}\` cannot be part of a path.`,
    zh: `\`${text}\` 不能作为路径的一部分。`,
  });
}

/** A diagnostic on one line for those who see nothing else: where, what, and what could stand there. */
export function describe({ span, message, expected }: Diagnostic, sql: string): string {
  const before = sql.slice(0, span.from).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  const list = expected?.map((word) => (/^\w+$/.test(word) ? word : `"${word}"`)).join(', ');
  const wanted = list && !message.en.includes('Did you mean') ? ` Expected: ${list}.` : '';
  return `Line ${before.length}, column ${column}: ${message.en.replaceAll('`', '"').replaceAll('""', '"')}${wanted}`;
}
