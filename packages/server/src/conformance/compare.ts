import type { Exact } from './exact-json.ts';

/**
 * Where `got` is not as `wanted`: every recorded field must be there with the same value. Fields that were not
 * recorded are welcome. Gives dotted paths with what differs.
 */
export function differences(wanted: Exact, got: Exact | undefined, path = ''): string[] {
  if (got === undefined) return [`${path}: missing`];
  if (wanted.kind !== got.kind) return [`${path}: ${wanted.kind} expected, got ${got.kind}`];
  const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (wanted.kind === 'object' && got.kind === 'object') {
    return [...wanted.entries].flatMap(([key, item]) => differences(item, got.entries.get(key), at(key)));
  }
  if (wanted.kind === 'array' && got.kind === 'array') {
    const missing = wanted.items.flatMap((item, index) => differences(item, got.items[index], at(index)));
    return got.items.length > wanted.items.length ? [...missing, `${path}: ${got.items.length} items`] : missing;
  }
  const text = (value: Exact): string => (value.kind === 'masked' ? value.of : 'text' in value ? value.text : '');
  return text(wanted) === text(got) ? [] : [`${path}: ${text(wanted)} expected, got ${text(got)}`];
}
