/** A text a person reads, in both languages of the product. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}
