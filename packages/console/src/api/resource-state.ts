import type { NodeStatus, ResourceKind, StatusFault } from '@sluice/contract';

/** How a connector, action or source is doing. A backend may leave everything out, or send words of its own. */
export interface ResourceState {
  readonly kind: ResourceKind;
  readonly enable: boolean;
  readonly status?: string | undefined;
  readonly status_reason?: string | undefined;
  readonly status_fault?: StatusFault | undefined;
  readonly node_status: readonly NodeStatus[];
}

/** Why it is in its state, of itself or of the first node that says why: as the backend put it, and for translation. */
export function reasonOf(state: ResourceState): {
  readonly sent: string | undefined;
  readonly fault: StatusFault | undefined;
} {
  const own = state.status_reason ? state : state.node_status.find((node) => node.status_reason);
  return { sent: own?.status_reason, fault: own?.status_fault };
}
