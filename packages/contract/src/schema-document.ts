/**
 * The documents behind `GET /schemas/{connectors|actions}` (reference facts §3.3): a subset of OpenAPI with types of
 * its own. Console and gateways read documents of other backends too, so every property may be missing or unknown.
 */
export interface SchemaDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}

export interface SchemaNode {
  readonly type?: string;
  readonly $ref?: string;
  readonly oneOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly symbols?: readonly (string | number | boolean)[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly format?: string;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly is_template?: boolean;
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  readonly label?: string;
  readonly description?: string;
  /** Ours: label and help in both languages, and where the form shows the field. */
  readonly 'x-sluice'?: {
    readonly label?: { readonly en: string; readonly zh: string };
    readonly help?: { readonly en: string; readonly zh: string };
    readonly advanced?: boolean;
    /** What a text is, where EMQX has no word for it: `url`, `code`, `topic_filter` … */
    readonly format?: string;
  };
}
