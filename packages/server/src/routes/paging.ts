/** One page of a list in EMQX's form. `counted`: with the total, which EMQX leaves out of filtered lists. */
export function pageOf<T>(
  rows: readonly T[],
  query: { readonly page: number; readonly limit: number },
  counted = true,
  maximum = Number.POSITIVE_INFINITY,
): { data: readonly T[]; meta: { count?: number; hasnext: boolean; limit: number; page: number } } {
  const size = Math.min(query.limit, maximum);
  const start = (query.page - 1) * size;
  return {
    data: rows.slice(start, start + size),
    meta: {
      ...(counted && { count: rows.length }),
      hasnext: start + size < rows.length,
      limit: query.limit,
      page: query.page,
    },
  };
}
