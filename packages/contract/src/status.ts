import type { StatusFault } from './fault.ts';

/** Status of a connector, action or source on one node or in the whole cluster (reference facts §4.1). */
export type ResourceStatus = 'connected' | 'connecting' | 'disconnected' | 'inconsistent' | 'stopped';

export interface NodeStatus {
  readonly node: string;
  readonly status: ResourceStatus;
  readonly status_reason?: string;
  /** Of Sluice: the same in terms that can be translated. */
  readonly status_fault?: StatusFault;
}

/** The status all nodes agree on, else `inconsistent`; no node at all counts as `disconnected`. */
export function aggregateStatus(nodes: readonly Pick<NodeStatus, 'status'>[]): ResourceStatus {
  const [first, ...rest] = nodes;
  if (first === undefined) return 'disconnected';
  return rest.every((node) => node.status === first.status) ? first.status : 'inconsistent';
}
