import { z } from 'zod';

/** Pieces of the schemas of queries, paths and bodies. */

/** A text; numbers and booleans are taken as their text, as in EMQX. */
export const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** `true`, `"true"` … in a body, a query or a path. */
export const flag: z.ZodType<boolean, unknown> = z
  .union([z.boolean(), z.literal('true'), z.literal('false')], { error: 'must be true or false' })
  .transform((value) => value === true || value === 'true');

/** A parameter that may be repeated. */
export const repeated = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** The last value, where a parameter that makes sense only once was repeated. */
export const single = repeated.transform((values) => values.at(-1) ?? '');

/** `flag` in a query. */
export const queryFlag = single.pipe(
  z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true'),
);

export const idParams = z.object({ id: z.string() });

const whole = (maximum: number) =>
  single.pipe(
    z
      .string()
      .regex(/^\d{1,9}$/, `must be a whole number between 1 and ${maximum}`)
      .transform(Number)
      .pipe(z.number().min(1).max(maximum)),
  );

/** Most rows that one page holds. */
export const MAX_ROWS = 10_000;

export const page = whole(999_999_999).default(1);
export const limit = whole(MAX_ROWS).default(100);

/** As EMQX's rule list: any limit is taken, though a page never holds more than `MAX_ROWS`. */
export const openLimit = whole(999_999_999).default(100);
