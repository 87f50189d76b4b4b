import type { ChannelKind } from '../api/channels.ts';

/** Where the pages of a kind are. */
export const LIST_PATH = { action: '/rule/actions', source: '/rule/source' } as const satisfies Record<
  ChannelKind,
  string
>;
export const DETAIL_PATH = {
  action: '/rule/actions/$id',
  source: '/rule/source/$id',
} as const satisfies Record<ChannelKind, string>;

/** Query parameters that start a rule with an action or a source. */
export function ruleStart(kind: ChannelKind, id: string): { readonly actionId?: string; readonly sourceId?: string } {
  return kind === 'action' ? { actionId: id } : { sourceId: id };
}
