import { type FaultCode, isFaultCode, type StatusFault } from '@sluice/contract';
import i18next from 'i18next';
import { type FaultKey, type FaultTexts, httpKey, mqttKey } from './fault-keys.ts';

type Values = Readonly<Record<string, unknown>>;

function keyOf(code: FaultCode, data: Values): FaultKey {
  if (code === 'http_status') return httpKey(data.status);
  return code === 'mqtt_reason' ? mqttKey(data.reason) : code;
}

/** The sentence of a fault; `undefined` for a code that `texts` does not know, or when a value is missing. */
export function fillFault(texts: FaultTexts, code: unknown, data: Values): string | undefined {
  if (!isFaultCode(code)) return undefined;
  let complete = true;
  const text = texts[keyOf(code, data)].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = name === 'below' ? below(texts, data) : data[name];
    if (value === undefined) complete = false;
    return String(value);
  });
  return complete ? text.trim() : undefined;
}

/** What is wrong with the connector that an action or source uses: its code comes as `below`. */
function below(texts: FaultTexts, { below: code, ...data }: Values): string | undefined {
  return code === undefined ? '' : fillFault(texts, code, data);
}

/** A fault in the language of the page; `sent`, the text of the backend, where this build has no words for it. */
export function faultText<Sent extends string | undefined>(
  fault: { readonly code?: unknown; readonly data?: unknown } | undefined,
  sent: Sent,
): string | Sent {
  const texts: FaultTexts | undefined = i18next.getResourceBundle(i18next.language, 'faults');
  if (fault === undefined || texts === undefined) return sent;
  const data = typeof fault.data === 'object' && fault.data !== null ? (fault.data as Values) : {};
  return fillFault(texts, fault.code, data) ?? sent;
}

/** Why a stage of a connection test failed: its `data` carries the code as `fault`. */
export function probeFault(data: Values | undefined): Pick<StatusFault, 'code' | 'data'> | undefined {
  const { fault, ...rest } = data ?? {};
  return typeof fault === 'string' ? { code: fault, data: rest as StatusFault['data'] } : undefined;
}
