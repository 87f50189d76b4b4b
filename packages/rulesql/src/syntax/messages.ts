import type { Diagnostic, Span } from '../types.ts';
import type { Token } from './token.ts';

type Message = Diagnostic['message'];

function error(code: string, span: Span, message: Message, expected?: readonly string[]): Diagnostic {
  return {
    severity: 'error',
    span: { from: span.from, to: span.to },
    code,
    message,
    ...(expected && expected.length > 0 ? { expected } : {}),
  };
}

/** The statement goes on where something else should stand. */
export function unexpectedToken(token: Token, sql: string, expected: readonly string[]): Diagnostic {
  const found = sql.slice(token.from, Math.min(token.to, token.from + 40));
  const list = expected.join(', ');
  return error(
    'unexpected_token',
    token,
    {
      en: `"${found}" cannot stand here.${list && ` Expected: ${list}.`}`,
      zh: `此处不能出现“${found}”。${list && `应为：${list}。`}`,
    },
    expected,
  );
}

/** The statement ends too early. */
export function unexpectedEnd(end: number, expected: readonly string[]): Diagnostic {
  const list = expected.join(', ');
  return error(
    'unexpected_end',
    { from: end, to: end },
    { en: `The statement is not complete. Expected: ${list}.`, zh: `语句不完整，应为：${list}。` },
    expected,
  );
}

const TOKEN_FAULTS: Readonly<Record<NonNullable<Token['fault']>, (text: string) => Message>> = {
  unclosed_quote: (text) => ({
    en: `The closing quote ${text.charAt(0)} is missing.`,
    zh: `缺少结束引号 ${text.charAt(0)}。`,
  }),
  bad_number: (text) => ({
    en: `"${text}" is no number. Write an integer (12) or a float (1.5, 1.0e5).`,
    zh: `“${text}”不是数字，请写整数（12）或浮点数（1.5、1.0e5）。`,
  }),
  bad_character: (text) => ({
    en: `The character "${text}" has no meaning here. Topics and unusual names need double quotes, texts single quotes.`,
    zh: `字符“${text}”在此没有含义。主题和特殊名称请用双引号，文本请用单引号。`,
  }),
};

/** A piece of text that is no token. */
export function invalidToken(token: Token): Diagnostic {
  const fault = token.fault ?? 'bad_character';
  return error(fault, token, TOKEN_FAULTS[fault](token.text));
}

export function emptyStatement(): Diagnostic {
  return error(
    'empty_statement',
    { from: 0, to: 0 },
    { en: 'The statement is empty. Start with SELECT or FOREACH.', zh: '语句为空，请以 SELECT 或 FOREACH 开头。' },
    ['SELECT', 'FOREACH'],
  );
}

export function tooDeep(span: Span): Diagnostic {
  return error('too_deep', span, {
    en: 'The statement is nested too deep.',
    zh: '语句嵌套过深。',
  });
}

/** A path segment that the language cannot take. */
export function reservedSegment(span: Span, text: string): Diagnostic {
  return error('reserved_segment', span, {
    en: `"${text}" cannot be part of a path.`,
    zh: `“${text}”不能作为路径的一部分。`,
  });
}
