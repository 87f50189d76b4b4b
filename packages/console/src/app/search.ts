/** Query parameters of the routes: always texts, unknown ones are dropped. */

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') parameters.set(key, String(value));
  }
  // Colons and slashes are legal in a query and read better.
  const text = parameters.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** Keeps the named parameters that are texts. */
export function pickSearch<Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): { readonly [K in Key]?: string } => {
    const picked: { [K in Key]?: string } = {};
    for (const key of keys) {
      const value = search[key];
      if (value !== undefined && value !== '') picked[key] = String(value);
    }
    return picked;
  };
}

/** Search text, sorting (`-name` is descending) and filters of a list. */
export function listSearch<Key extends string>(...filters: readonly Key[]) {
  return pickSearch<'q' | 'sort' | Key>('q', 'sort', ...filters);
}

export type Direction = 'ingress' | 'egress' | 'both';

/** `ingress`, `egress`, `both` or the numbers 0, 1, 2 (decision 11). */
export function parseDirection(text: string | undefined): Direction | undefined {
  const names: Readonly<Record<string, Direction>> = { '0': 'ingress', '1': 'egress', '2': 'both' };
  if (text === 'ingress' || text === 'egress' || text === 'both') return text;
  return text === undefined ? undefined : names[text];
}
