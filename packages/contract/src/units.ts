/** Units as configuration spells them (specification §3): `15s`, `1h30m`, `256MB`, `80%`. */

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const BYTES = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const;

export type TimeUnit = keyof typeof MILLISECONDS;
export type ByteUnit = keyof typeof BYTES;

export const TIME_UNITS: readonly TimeUnit[] = ['ms', 's', 'm', 'h', 'd'];
export const BYTE_UNITS: readonly ByteUnit[] = ['MB', 'GB', 'KB', 'B'];

/** Milliseconds of `15s`, `1h30m`, or a bare number of milliseconds; `undefined` for any other text. */
export function parseDuration(text: string | number): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) && text >= 0 ? text : undefined;
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/i.test(text)) return undefined;
  let total = 0;
  for (const part of text.toLowerCase().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(part[1]) * MILLISECONDS[part[2] as TimeUnit];
  }
  return total;
}

/** Bytes of `256MB`, `1.5GB`, or a bare number of bytes; `undefined` for any other text. */
export function parseByteSize(text: string | number): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) && text >= 0 ? text : undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i.exec(text);
  if (match === null) return undefined;
  const unit = (match[2] ?? 'B').toUpperCase() as ByteUnit;
  return Math.round(Number(match[1]) * BYTES[unit]);
}

/** A value with its unit, for inputs that show the two apart; `undefined` for compound or unitless texts. */
export function splitDuration(text: string): { readonly value: string; readonly unit: TimeUnit } | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/i.exec(text);
  return match?.[1] === undefined ? undefined : { value: match[1], unit: match[2]?.toLowerCase() as TimeUnit };
}

export function splitByteSize(text: string): { readonly value: string; readonly unit: ByteUnit } | undefined {
  const match = /^(\d+(?:\.\d+)?)(B|KB|MB|GB)$/i.exec(text);
  return match?.[1] === undefined ? undefined : { value: match[1], unit: match[2]?.toUpperCase() as ByteUnit };
}

/** `0.8` of `80%`; `undefined` for any other text. */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(text);
  return match === null ? undefined : Number(match[1]) / 100;
}
