import type { Json, JsonObject, ResourceKind, Text } from '@sluice/contract';

/**
 * The framework-free form: what a schema document means as fields to fill in. Renderers read a `FormModel` and a
 * `FormRecord`, write with `setAt(record, field.path, value)`, and never look at the schema document.
 */

/** Where a value is in a record: keys and array indexes, never a dotted text. */
export type Path = readonly (string | number)[];

/** The values of a form: the record as it travels, with everything in it the form does not know. */
export type FormRecord = JsonObject;

/** The pages that use schema forms: the resources, and three kinds of a cluster's own settings. */
export type FormKind = ResourceKind | 'cluster' | 'mqtt' | 'session' | 'plain';

/** `create`: everything can be set; `edit`: the name cannot; `view`: nothing can. */
export type FormMode = 'create' | 'edit' | 'view';

/** Columns of the 24-column grid. */
export type Span = 12 | 24;

/** Shown only while the value at `path` passes. */
export type Condition =
  | { readonly path: Path; readonly contains: string }
  | { readonly path: Path; readonly equals: Json }
  | { readonly path: Path; readonly oneOf: readonly Json[] };

export interface Option {
  readonly value: string | number | boolean;
  readonly label: Text;
}

interface FieldBase {
  /** Absolute in the record; inside the columns of a `table` field relative to the row. */
  readonly path: Path;
  /** Last key of the path. */
  readonly key: string;
  readonly label: Text;
  readonly help?: Text;
  readonly required: boolean;
  readonly advanced: boolean;
  readonly span: Span;
  readonly default?: Json;
  /** Shown in the empty input: an example, or the default of the backend. */
  readonly placeholder?: string;
  /** Cannot be changed, although the form can: the name of an existing object. */
  readonly locked: boolean;
  /** Takes `${field}` placeholders: offer completion. */
  readonly template: boolean;
  readonly visibleWhen?: readonly Condition[];
}

export type TextRule = 'common_id' | 'topic_name' | 'topic_filter' | 'url' | 'server';

export type Field =
  /** `rule` is what the text must be beside its type. `multiline` wants a text area. */
  | (FieldBase & {
      readonly widget: 'text';
      readonly rule?: TextRule;
      readonly multiline: boolean;
      /** Read as Markdown where it cannot be changed. */
      readonly markdown?: boolean;
    })
  | (FieldBase & { readonly widget: 'password' })
  /** A text in a language of its own: payloads, SQL of a database. */
  | (FieldBase & { readonly widget: 'code'; readonly language: 'json' | 'sql' })
  | (FieldBase & {
      readonly widget: 'number';
      readonly integer: boolean;
      readonly minimum: number;
      readonly maximum?: number;
      /** Shown at the right of the input. */
      readonly unit?: Text;
    })
  | (FieldBase & { readonly widget: 'boolean' })
  /** `custom`: a value outside the list may be typed, as a `${template}` or as free text. */
  | (FieldBase & {
      readonly widget: 'enum';
      readonly options: readonly Option[];
      readonly custom?: 'template' | 'text';
    })
  /** Values such as `15s`; `minimum` and `maximum` in the same notation. */
  | (FieldBase & { readonly widget: 'duration'; readonly minimum?: string; readonly maximum?: string })
  | (FieldBase & { readonly widget: 'byteSize'; readonly minimum?: string; readonly maximum?: string })
  | (FieldBase & { readonly widget: 'percent' })
  /** So much in so long: `10MB/s`, `100/m`. */
  | (FieldBase & { readonly widget: 'rate' })
  /** A list of scalars. `options` present: only these. `separated`: one text with commas is what travels. */
  | (FieldBase & {
      readonly widget: 'list';
      readonly items: 'string' | 'number';
      readonly separated: boolean;
      readonly options?: readonly Option[];
    })
  /** A list of objects, one a row. */
  | (FieldBase & { readonly widget: 'table'; readonly columns: readonly Field[] })
  /** Free keys with text values. */
  | (FieldBase & { readonly widget: 'map' })
  /** Off is the fixed `symbol` (`infinity`, `disabled`, `none` …), on is a value of `inner` (same path). */
  | (FieldBase & { readonly widget: 'switchable'; readonly symbol: string; readonly inner: Field })
  /** One of several shapes at the same path. */
  | (FieldBase & { readonly widget: 'choice'; readonly branches: readonly Branch[] })
  | (FieldBase & { readonly widget: 'object'; readonly fields: readonly Field[] })
  /** An `object` whose `enable` switches the others. */
  | (FieldBase & { readonly widget: 'ssl'; readonly fields: readonly Field[] })
  /** PEM text, or a reference to a file that the backend has. `accept`: file name extensions with dot. */
  | (FieldBase & { readonly widget: 'certificate'; readonly accept: readonly string[] })
  | (FieldBase & { readonly widget: 'file'; readonly accept: readonly string[] })
  /** Name of a connector of the same type. */
  | (FieldBase & { readonly widget: 'connector' })
  /** A value this build has no widget for: JSON text, kept as it is until edited. */
  | (FieldBase & { readonly widget: 'json' });

export type Widget = Field['widget'];

export interface Branch {
  readonly id: string;
  readonly label: Text;
  /** A constant has no field: choosing the branch sets `constant`. */
  readonly constant?: Json;
  readonly fields: readonly Field[];
  /** What choosing the branch puts at the path. */
  readonly initial: Json;
}

/** `basic` first, then one group for each object, then `advanced`, which starts closed. */
export interface FieldGroup {
  readonly id: string;
  readonly kind: 'basic' | 'object' | 'advanced';
  readonly label: Text;
  readonly help?: Text;
  readonly fields: readonly Field[];
}

export interface FormModel {
  readonly kind: FormKind;
  /** Type of the system; empty for settings. */
  readonly type: string;
  readonly mode: FormMode;
  readonly groups: readonly FieldGroup[];
  /** All top-level fields in the order of the groups. */
  readonly fields: readonly Field[];
  /** Groups are tabs, not blocks: settings with more than one group. */
  readonly tabs: boolean;
}

/** What a text for a problem is called; texts are in `messages.ts`. */
export type ProblemCode =
  | 'input_required'
  | 'select_required'
  | 'common_id'
  | 'name_length'
  | 'number'
  | 'integer'
  | 'number_range'
  | 'number_minimum'
  | 'duration'
  | 'duration_minimum'
  | 'duration_maximum'
  | 'byte_size'
  | 'byte_size_minimum'
  | 'byte_size_maximum'
  | 'percent'
  | 'rate'
  | 'option'
  | 'topic_empty'
  | 'topic_length'
  | 'topic_null'
  | 'topic_name_wildcard'
  | 'topic_filter_hash'
  | 'topic_filter_plus'
  | 'url'
  | 'server'
  | 'password_partly_masked'
  | 'password_masked_in_copy'
  | 'certificate_required'
  | 'map_key_empty'
  | 'map_key_twice'
  | 'json'
  | 'list_item_number'
  | 'taken'
  | 'connector_gone'
  /** Said by the backend, in its own words. */
  | 'refused';

export interface Problem {
  readonly path: Path;
  readonly code: ProblemCode;
  /** Values for the text. `name` is the label of the field in both languages. */
  readonly params: { readonly name: Text } & Readonly<Record<string, string | number | Text>>;
  /** A value that would pass: the renderer offers it with one press. */
  readonly fix?: Json;
}
