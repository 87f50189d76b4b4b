import { createHash } from 'node:crypto';
import {
  type ChannelConfig,
  type ConnectorConfig,
  effectiveRecord,
  type Fields,
  type JsonObject,
  type ResourceId,
  type ResourceKind,
  type RuleConfig,
  resourceId,
} from '@sluice/contract';

/** A connector, action or source as the server holds it. */
export interface ResourceEntry {
  readonly kind: ResourceKind;
  readonly id: ResourceId;
  readonly type: string;
  readonly name: string;
  readonly fields: Fields;
  /** Everything but type and name, as the client wrote it; secrets are plain. */
  readonly config: JsonObject;
  /** Changes with every change of the configuration. */
  readonly etag: string;
}

export interface RuleEntry {
  readonly config: RuleConfig;
  /** The FROM list of the statement. */
  readonly from: readonly string[];
  readonly etag: string;
}

/** The entity tag of what a client can read and write. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

export function resourceEntry(
  kind: ResourceKind,
  type: string,
  name: string,
  fields: Fields,
  config: JsonObject,
): ResourceEntry {
  return { kind, id: resourceId(type, name), type, name, fields, config, etag: etagOf(config) };
}

export function ruleEntry(config: RuleConfig, from: readonly string[]): RuleEntry {
  return { config, from, etag: etagOf(config) };
}

export function isEnabled(entry: ResourceEntry): boolean {
  return entry.config.enable !== false && entry.config.enable !== 'false';
}

/** The connector that an action or source names. */
export function connectorIdOf(entry: ResourceEntry): ResourceId {
  return resourceId(entry.type, String(entry.config.connector));
}

/** What the engine gets: numbers are numbers, secrets are plain. */
export function engineConfig(entry: ResourceEntry): ConnectorConfig & ChannelConfig {
  const record = effectiveRecord(entry.fields, entry.config);
  return { ...record, type: entry.type, name: entry.name } as ConnectorConfig & ChannelConfig;
}
