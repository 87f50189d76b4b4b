import type { Json } from '../entities.ts';
import type { Text } from '../text.ts';

/**
 * The language in which a system (one folder of `engine/src/connectors/`) describes its configuration.
 * From one description come server validation, defaults, the schema document behind `/schemas/*`, the forms of the
 * console, the redaction of secrets and the reference page.
 */

interface FieldBase {
  readonly label: Text;
  readonly help?: Text;
  readonly default?: Json;
  readonly example?: Json;
  readonly required?: boolean;
  /** Shown under "Advanced". */
  readonly advanced?: boolean;
  /** Accepted and kept, not described in the schema document (EMQX's importance "hidden"). */
  readonly hidden?: boolean;
  /** Accepted for compatibility, has no effect; described as `deprecated`. */
  readonly deprecated?: boolean;
  /** Encrypted at rest, shown as `******`. */
  readonly secret?: boolean;
  /** Text with `${field}` placeholders. */
  readonly template?: boolean;
}

export type Field =
  | (FieldBase & {
      readonly type: 'string';
      readonly format?: 'sql' | 'file' | 'code' | 'topic_name' | 'topic_filter' | 'server' | 'url';
    })
  | (FieldBase & { readonly type: 'integer' | 'number'; readonly minimum?: number; readonly maximum?: number })
  | (FieldBase & { readonly type: 'boolean' })
  | (FieldBase & { readonly type: 'enum'; readonly symbols: readonly (string | number)[] })
  | (FieldBase & { readonly type: 'duration'; readonly minimum?: string; readonly maximum?: string })
  | (FieldBase & { readonly type: 'byteSize'; readonly minimum?: string; readonly maximum?: string })
  /** Free keys with text values, such as HTTP headers. Values of keys in `secretKeys` (lower case) are redacted. */
  | (FieldBase & { readonly type: 'map'; readonly secretKeys?: readonly string[] })
  | (FieldBase & { readonly type: 'array'; readonly items: Field })
  /** `ref` names the component of the schema document, for example `emqx.ssl_client_opts`. */
  | (FieldBase & {
      readonly type: 'object';
      readonly ref: string;
      readonly fields: Fields;
      /** Made of the defaults of its fields when it is left out, as EMQX does without saying so in the schema document. */
      readonly filled?: boolean;
    })
  /** The first variant that accepts the value wins. */
  | (FieldBase & { readonly type: 'union'; readonly variants: readonly Field[] });

export type Fields = Readonly<Record<string, Field>>;

/** One record of a system: the fields beside the common ones of its kind. */
export interface RecordSpec {
  /** Component of the schema document without its verb: `bridge_http.%_connector` gives post_, put_ and get_. */
  readonly ref: string;
  readonly fields: Fields;
}

/** Everything the product knows about one type of system. */
export interface SystemSpec {
  readonly type: string;
  readonly label: Text;
  readonly summary: Text;
  readonly connector: RecordSpec;
  /** Present when the system can be written to. `fields` holds `parameters` and `resource_opts`. */
  readonly action?: RecordSpec;
  /** Present when the system can be read from. */
  readonly source?: RecordSpec;
}

export const REDACTED = '******';
