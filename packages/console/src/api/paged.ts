/** One page of a list, as EMQX answers it. `count` is missing where it would cost too much to count. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly page: number; readonly limit: number; readonly count?: number; readonly hasnext?: boolean };
}
