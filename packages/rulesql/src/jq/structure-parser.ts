import type { Jq, Pattern } from './ast.ts';
import { NAME, type Scanner } from './scanner.ts';

/** What strings, objects and patterns need to read the expressions inside them. */
export interface ExpressionReader {
  readonly scanner: Scanner;
  pipe(): Jq;
  /** An expression without pipes and commas. */
  alternative(): Jq;
  nested<T>(read: () => T): T;
}

/** Reads `$name`; gives the name. */
export function variableName(scanner: Scanner): string {
  const name = scanner.next();
  if (!name.startsWith('$')) throw scanner.fail('a $name is expected');
  return name.slice(1);
}

/** Reads a string from behind its opening quote on. */
export function parseString(reader: ExpressionReader, format: string | undefined): Jq {
  const parts: (string | Jq)[] = [];
  for (;;) {
    const { text, more } = reader.scanner.stringPiece();
    if (text !== '') parts.push(text);
    if (!more) break;
    parts.push(reader.pipe());
    if (reader.scanner.peek() !== ')') throw reader.scanner.fail('")" is expected');
    reader.scanner.next();
  }
  if (parts.every((part) => typeof part === 'string')) return { kind: 'literal', value: parts.join('') };
  return { kind: 'string', format, parts };
}

/** A key of an object: a name, a string, or an expression in parentheses. */
function parseKey(reader: ExpressionReader): Jq {
  const scanner = reader.scanner;
  if (scanner.take('(')) {
    const key = reader.pipe();
    scanner.expect(')');
    return key;
  }
  if (scanner.take('"')) return parseString(reader, undefined);
  const token = scanner.next();
  if (token.startsWith('@')) {
    scanner.expect('"');
    return parseString(reader, token);
  }
  if (!NAME.test(token) && !/^\d/.test(token)) throw scanner.fail('a key is expected');
  return { kind: 'literal', value: token };
}

/** Reads an object from behind its opening brace on. */
export function parseObject(reader: ExpressionReader): Jq {
  const scanner = reader.scanner;
  const entries: { key: Jq; value: Jq }[] = [];
  while (!scanner.take('}')) {
    if (entries.length > 0) {
      scanner.expect(',');
      if (scanner.take('}')) break;
    }
    if (scanner.peek().startsWith('$')) {
      const name = variableName(reader.scanner);
      entries.push({ key: { kind: 'literal', value: name }, value: { kind: 'variable', name } });
      continue;
    }
    const key = parseKey(reader);
    const value: Jq = scanner.take(':') ? objectValue(reader) : { kind: 'index', target: { kind: 'identity' }, key };
    entries.push({ key, value });
  }
  return { kind: 'object', entries };
}

/** Values of an object are separated by commas; a pipe may join terms. */
function objectValue(reader: ExpressionReader): Jq {
  const left = reader.alternative();
  return reader.scanner.take('|') ? { kind: 'pipe', left, right: objectValue(reader) } : left;
}

/** Reads what stands behind `as`. */
export function parsePattern(reader: ExpressionReader): Pattern {
  return reader.nested(() => {
    const scanner = reader.scanner;
    if (scanner.take('[')) {
      const items: Pattern[] = [];
      do items.push(parsePattern(reader));
      while (scanner.take(','));
      scanner.expect(']');
      return { kind: 'array', items };
    }
    if (!scanner.take('{')) return { kind: 'name', name: variableName(reader.scanner) };
    const entries: { key: Jq; bind?: string; value: Pattern | undefined }[] = [];
    do {
      if (scanner.peek().startsWith('$')) {
        const name = variableName(reader.scanner);
        const value = scanner.take(':') ? parsePattern(reader) : undefined;
        entries.push({ key: { kind: 'literal', value: name }, bind: name, value });
      } else {
        const key = parseKey(reader);
        scanner.expect(':');
        entries.push({ key, value: parsePattern(reader) });
      }
    } while (scanner.take(','));
    scanner.expect('}');
    return { kind: 'object', entries };
  });
}
