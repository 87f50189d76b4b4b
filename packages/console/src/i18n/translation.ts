/** The keys of a text file in another language; languages without a singular leave out `…_one`. */
export type TranslationOf<T> = {
  readonly [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : TranslationOf<T[Key]>;
};
