import { WEBHOOK_SUFFIX } from '@sluice/contract';

interface Named {
  readonly type: string;
  readonly name: string;
}

/** The name (without suffix) of the webhook that a connector is a part of. */
export function webhookOf(connector: Named): string | undefined {
  if (connector.type !== 'http' || !connector.name.endsWith(WEBHOOK_SUFFIX)) return undefined;
  return connector.name.slice(0, -WEBHOOK_SUFFIX.length);
}
