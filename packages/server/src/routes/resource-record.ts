import { type JsonObject, type ResourceKind, redact } from '@sluice/contract';
import type { EngineStatuses, StatusReport } from '@sluice/engine';
import type { ResourceEntry } from '../catalog/entry.ts';
import type { View } from '../catalog/view.ts';

const GONE: StatusReport = {
  status: 'disconnected',
  reason: 'The engine does not know this object.',
  code: 'not_known',
  since: 0,
};

export function statusOf(statuses: EngineStatuses, kind: ResourceKind, id: ResourceEntry['id']): StatusReport {
  return statuses[`${kind}s`][id] ?? GONE;
}

const shown = new WeakMap<ResourceEntry, JsonObject>();

/** The configuration without its secrets, made once for each version of an object. */
export function shownConfig(entry: ResourceEntry): JsonObject {
  const known = shown.get(entry);
  if (known !== undefined) return known;
  const masked = redact(entry.fields, entry.config);
  shown.set(entry, masked);
  return masked;
}

/** Why something is not connected, in terms that a client can translate. */
export function faultOf(report: StatusReport): { readonly status_fault?: JsonObject } {
  if (report.code === undefined || report.status === 'connected') return {};
  return { status_fault: { code: report.code, data: report.data ?? {} } };
}

/** A connector, action or source as the API answers it. */
export function resourceRecord(entry: ResourceEntry, view: View, statuses: EngineStatuses, node: string): JsonObject {
  const report = statusOf(statuses, entry.kind, entry.id);
  const fault = faultOf(report);
  const base = {
    type: entry.type,
    name: entry.name,
    ...shownConfig(entry),
    status: report.status,
    // ours: what the underlying system said, for "Details", and the reason for translation
    ...(report.raw !== undefined && report.status !== 'connected' && { status_raw: report.raw }),
    ...fault,
  };
  if (entry.kind === 'connector') {
    const reason: JsonObject =
      report.reason === undefined || report.status === 'connected' ? {} : { status_reason: report.reason };
    return {
      ...base,
      ...reason,
      node_status: [{ node, status: report.status, ...reason, ...fault }],
      actions: view.channelsOf('action', entry.id).map((channel) => channel.name),
      sources: view.channelsOf('source', entry.id).map((channel) => channel.name),
    };
  }
  const reason = report.status === 'connected' ? '' : (report.reason ?? '');
  return {
    ...base,
    status_reason: reason,
    error: reason,
    node_status: [{ node, status: report.status, status_reason: reason, ...fault }],
    rules: view.rulesUsing(entry.kind, entry.id),
  };
}

/** The short form of an action or source. */
export function channelSummary(entry: ResourceEntry, view: View, statuses: EngineStatuses, node: string): JsonObject {
  const record = resourceRecord(entry, view, statuses, node);
  const keys = [
    'type',
    'name',
    'enable',
    'description',
    'created_at',
    'last_modified_at',
    'status',
    'status_reason',
    'node_status',
    'rules',
  ];
  return Object.fromEntries(keys.flatMap((key) => (record[key] === undefined ? [] : [[key, record[key]]])));
}
