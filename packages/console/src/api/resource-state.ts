import type { NodeStatus, ResourceKind } from '@sluice/contract';

/** How a connector, action or source is doing. A backend may leave everything out, or send words of its own. */
export interface ResourceState {
  readonly kind: ResourceKind;
  readonly enable: boolean;
  readonly status?: string | undefined;
  readonly status_reason?: string | undefined;
  readonly node_status: readonly NodeStatus[];
}
