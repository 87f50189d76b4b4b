import { WEBHOOK_SUFFIX } from '@sluice/contract';

/** The webhook (without suffix) that an action is part of. */
export function webhookOf(channel: {
  readonly kind: string;
  readonly type: string;
  readonly name: string;
}): string | undefined {
  if (channel.kind !== 'action' || channel.type !== 'http' || !channel.name.endsWith(WEBHOOK_SUFFIX)) return undefined;
  return channel.name.slice(0, -WEBHOOK_SUFFIX.length);
}
