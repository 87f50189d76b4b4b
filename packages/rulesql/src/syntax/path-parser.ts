import type { Index, Path, Segment } from './ast.ts';
import { reservedSegment } from './messages.ts';
import type { TokenStream } from './token-stream.ts';

/** Does a name start here? */
export function isNameAhead(stream: TokenStream, ahead = 0): boolean {
  const kind = stream.peek(ahead)?.kind;
  return kind === 'name' || kind === 'quotedName';
}

function parseIndex(stream: TokenStream): Index {
  const from = stream.start();
  const negative = stream.takeSymbol('-');
  const token = stream.peek();
  if (token?.kind === 'integer') {
    stream.next();
    const value = Number(token.text);
    const span = stream.spanFrom(from);
    if (negative && value === 0) return { kind: 'negativeZero', span };
    return { kind: 'number', value: negative ? -value : value, span };
  }
  if (negative) stream.fail(['number']);
  if (!isNameAhead(stream)) stream.fail(['number', 'column']);
  const path = stream.nested(() => parsePath(stream));
  return { kind: 'path', path, span: path.span };
}

/** `[1..3]` starts at the bracket that is next? */
function isSliceAhead(stream: TokenStream): boolean {
  const first = stream.isSymbol('-', 1) ? 2 : 1;
  return stream.peek(first)?.kind === 'integer' && stream.isSymbol('..', first + 1);
}

function parseKey(stream: TokenStream): Segment {
  const token = stream.peek();
  switch (token?.kind) {
    case 'quotedName':
      if (token.text === '*') stream.reject(reservedSegment(token, '"*"'));
      break;
    case 'boolean':
      stream.reject(reservedSegment(token, token.text));
      break;
    case 'name':
    case 'string':
    case 'integer':
      break;
    default:
      stream.fail(['key']);
  }
  stream.next();
  return { kind: 'key', key: token.text, quoted: token.kind === 'quotedName' || token.kind === 'string', span: token };
}

/** Reads `a.b[1]."c d"`. A range in brackets is left to the caller. */
export function parsePath(stream: TokenStream): Path {
  const head = stream.peek();
  if (!head || !isNameAhead(stream)) stream.fail(['column']);
  if (head.kind === 'quotedName' && head.text === '*') stream.reject(reservedSegment(head, '"*"'));
  stream.next();
  const rest: Segment[] = [];
  for (;;) {
    const from = stream.start();
    if (stream.takeSymbol('.')) {
      rest.push(parseKey(stream));
    } else if (stream.isSymbol('[') && !isSliceAhead(stream)) {
      stream.next();
      const index = parseIndex(stream);
      stream.expectSymbol(']');
      rest.push({ kind: 'index', index, span: stream.spanFrom(from) });
    } else {
      break;
    }
  }
  return { kind: 'path', head: head.text, quoted: head.kind === 'quotedName', rest, span: stream.spanFrom(head.from) };
}

function parseBound(stream: TokenStream): number {
  const negative = stream.takeSymbol('-');
  const token = stream.peek();
  if (token?.kind !== 'integer') stream.fail(['number']);
  stream.next();
  const value = Number(token.text);
  return negative ? 0 - value : value;
}

/** Reads `[1..3]`, if that is what comes next. */
export function parseRange(stream: TokenStream): { readonly from: number; readonly to: number } | undefined {
  if (!stream.isSymbol('[') || !isSliceAhead(stream)) return undefined;
  stream.next();
  const from = parseBound(stream);
  stream.expectSymbol('..');
  const to = parseBound(stream);
  stream.expectSymbol(']');
  return { from, to };
}
