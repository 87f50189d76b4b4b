/** JSON that keeps what `JSON.parse` loses and EMQX distinguishes: 1 and 1.0, and integers of any size. */
export type Exact =
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, Exact> }
  | { readonly kind: 'array'; readonly items: readonly Exact[] }
  | { readonly kind: 'integer' | 'float' | 'string'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string }
  /** A value that differs from run to run: only its kind counts. */
  | { readonly kind: 'masked'; readonly of: string };

/** `undefined` when the text is no JSON. */
export function readExact(text: string): Exact | undefined {
  try {
    // numbers are marked before parsing, so that their spelling survives
    return convert(
      JSON.parse(
        text.replace(/("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g, (_, quoted, number) =>
          quoted === undefined ? `"\\u0000${number}"` : quoted,
        ),
      ),
    );
  } catch {
    return undefined;
  }
}

function convert(value: unknown): Exact {
  if (typeof value === 'string') {
    if (!value.startsWith('\u0000')) return { kind: 'string', text: value };
    const number = value.slice(1);
    if (/^-?\d+$/.test(number)) return { kind: 'integer', text: String(BigInt(number)) };
    return { kind: 'float', text: String(Number(number)) };
  }
  if (Array.isArray(value)) return { kind: 'array', items: value.map(convert) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: new Map(Object.entries(value).map(([key, item]) => [key, convert(item)])) };
  }
  return { kind: 'literal', text: String(value) };
}

/** Replaces the values at `paths` (`a.b`, `*` for any key or index) by their kind. */
export function maskExact(value: Exact, paths: readonly string[]): Exact {
  return go(
    value,
    paths.map((path) => path.split('.')),
  );
}

function go(value: Exact, paths: readonly (readonly string[])[]): Exact {
  if (paths.some((path) => path.length === 0)) return { kind: 'masked', of: value.kind };
  const below = (key: string) => paths.filter(([first]) => first === key || first === '*').map((path) => path.slice(1));
  if (value.kind === 'object') {
    return { kind: 'object', entries: new Map([...value.entries].map(([key, item]) => [key, go(item, below(key))])) };
  }
  if (value.kind === 'array') {
    return { kind: 'array', items: value.items.map((item, index) => go(item, below(String(index)))) };
  }
  return value;
}
