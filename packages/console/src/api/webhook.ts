import { type JsonObject, resourceId, WEBHOOK_SUFFIX } from '@sluice/contract';
import type { ResourceState } from './resource-state.ts';

export type WebhookPart = 'connector' | 'action' | 'rule';

/** Connector, action and rule of one name, as one thing. */
export interface Webhook extends ResourceState {
  readonly kind: 'action';
  /** Without the suffix that the three parts share. */
  readonly name: string;
  readonly missing: readonly WebhookPart[];
  /** All parts are there and belong together. */
  readonly complete: boolean;
  readonly description: string;
  readonly url: string;
  readonly sql: string;
  readonly connector: JsonObject | undefined;
  readonly action: JsonObject | undefined;
  /** Its version; only of one that was read by itself, and not on EMQX. */
  readonly etag?: string | undefined;
}

export interface WebhookInput {
  readonly name: string;
  readonly enable: boolean;
  readonly description: string;
  readonly sql: string;
  /** Fields of the HTTP connector, without type and name. */
  readonly connector: JsonObject;
  /** Fields of the HTTP action, without type, name and connector. */
  readonly action: JsonObject;
}

export function fullName(name: string): string {
  return name + WEBHOOK_SUFFIX;
}

/** `demo_WH_D` and `demo` name the same webhook. */
export function shortName(name: string): string {
  return name.endsWith(WEBHOOK_SUFFIX) ? name.slice(0, -WEBHOOK_SUFFIX.length) : name;
}

/** Id of its connector and of its action. */
export function webhookResourceId(name: string): string {
  return resourceId('http', fullName(name));
}
