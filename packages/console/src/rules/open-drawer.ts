/** What is open over the rule page. */
export type OpenDrawer =
  /** `index`: the input that is changed. `type`, `connector`: start with a new source. `replace`: it takes the place of FROM. */
  | {
      readonly kind: 'input';
      readonly index?: number;
      readonly type?: string;
      readonly connector?: string;
      readonly replace?: boolean;
    }
  | { readonly kind: 'output'; readonly index?: number; readonly type?: string; readonly connector?: string }
  | { readonly kind: 'removeInput' | 'removeOutput'; readonly index: number }
  | { readonly kind: 'examples' | 'functions' };
