import { formatCount, formatRate, UNKNOWN } from './format.ts';

/** A counter in a list; zero is nothing to look at. `undefined`: not known. */
export function Count({ value, isBad = false }: { readonly value: number | undefined; readonly isBad?: boolean }) {
  if (value === undefined) return <span className="muted">{UNKNOWN}</span>;
  const look = value === 0 ? 'muted' : isBad ? 'warning-text strong' : undefined;
  return <span className={look}>{formatCount(value)}</span>;
}

/** A rate in a list, per second. `undefined`: not known. */
export function Rate({ value }: { readonly value: number | undefined }) {
  if (value === undefined) return <span className="muted">{UNKNOWN}</span>;
  return (
    <>
      <span className={value === 0 ? 'muted' : undefined}>{formatRate(value)}</span>
      <span className="muted">/s</span>
    </>
  );
}
