import type { MqttPage } from '@sluice/engine';

/** A page of the engine in EMQX's form. */
export function wirePage<T>(
  { rows, count }: MqttPage<T>,
  { page, limit }: { readonly page: number; readonly limit: number },
  record: (row: T) => unknown,
) {
  return { data: rows.map(record), meta: { count, hasnext: page * limit < count, limit, page } };
}
