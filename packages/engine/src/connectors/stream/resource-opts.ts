import type { Field } from '@sluice/contract';
import { actionResourceOpts } from '../resource-opts.ts';

/**
 * `resource_opts` of an action whose driver makes batches by itself. EMQX has but few of these options for such types;
 * the embedded engine buffers all types alike, so it has them all. The window is wide, so that batches can grow.
 */
export function bufferedResourceOpts(ref: string): Field {
  const field = actionResourceOpts(ref, false);
  if (field.type !== 'object') return field;
  const window = field.fields.inflight_window;
  if (window?.type !== 'integer') return field;
  return { ...field, fields: { ...field.fields, inflight_window: { ...window, default: 2000 } } };
}
