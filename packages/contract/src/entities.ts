import type { StatusFault } from './fault.ts';
import type { NodeStatus, ResourceStatus } from './status.ts';

/** Plain JSON, as configuration travels. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** What every connector, action and source carries beside the fields of its type. */
export interface ResourceConfig {
  readonly type: string;
  readonly name: string;
  readonly enable: boolean;
  readonly description: string;
  readonly tags?: readonly string[];
}

/** A stored connector: the fields of its type (reference facts §3.1) lie beside the common ones. */
export type ConnectorConfig = ResourceConfig & JsonObject;

/** A stored action or source. `connector` is the name of a connector of the same type. */
export type ChannelConfig = ResourceConfig & {
  readonly connector: string;
  readonly parameters: JsonObject;
  readonly resource_opts: JsonObject;
  /** Unix time in ms. */
  readonly created_at: number;
  /** Unix time in ms. */
  readonly last_modified_at: number;
} & JsonObject;

export interface RepublishArgs {
  readonly topic: string;
  readonly qos: number | string;
  readonly retain: boolean | string;
  readonly payload: string;
  readonly user_properties: string;
  readonly mqtt_properties: Readonly<Record<string, string>>;
  readonly direct_dispatch: boolean | string;
}

/** An output of a rule: the id of an action, or a built-in function. */
export type RuleOutput =
  | string
  | { readonly function: 'console'; readonly args?: JsonObject }
  | { readonly function: 'republish'; readonly args: RepublishArgs };

export interface RuleConfig {
  readonly id: string;
  readonly name: string;
  readonly sql: string;
  readonly enable: boolean;
  readonly description: string;
  readonly actions: readonly RuleOutput[];
  /** RFC 3339. */
  readonly created_at: string;
  /** RFC 3339. */
  readonly last_modified_at: string;
}

/** A connector as the API answers it. `actions` and `sources` are names (decision 7). */
export type ConnectorRecord = ConnectorConfig & {
  readonly status: ResourceStatus;
  readonly status_reason?: string;
  /** Of Sluice: the reason for translation, and the text of the underlying system. */
  readonly status_fault?: StatusFault;
  readonly status_raw?: string;
  readonly node_status: readonly NodeStatus[];
  readonly actions: readonly string[];
  readonly sources: readonly string[];
};

/** An action or a source as the API answers it. `rules` are ids of the rules that use it. */
export type ChannelRecord = ChannelConfig & {
  readonly status: ResourceStatus;
  readonly status_reason?: string;
  /** Of Sluice: the reason for translation, and the text of the underlying system. */
  readonly status_fault?: StatusFault;
  readonly status_raw?: string;
  readonly node_status: readonly NodeStatus[];
  readonly rules: readonly string[];
  readonly error?: string;
};

export interface RuleRecord extends RuleConfig {
  readonly from: readonly string[];
}
