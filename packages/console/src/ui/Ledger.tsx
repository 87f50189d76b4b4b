import type { ReactNode } from 'react';
import { formatCount, formatPercent } from './format.ts';
import './ledger.css';

/** How a part of the whole is painted; patterns besides colours tell the bad ones apart. */
type LedgerPaint = 'delivered' | 'refused' | 'waiting' | 'inflight' | 'dropped' | 'spare';

interface LedgerPartView {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly paint: LedgerPaint;
  /** Instead of the share, below the count. */
  readonly detail?: ReactNode;
  /** What the counter means. */
  readonly about?: string;
}

export interface LedgerProps {
  /** The whole: its label and count. */
  readonly total: { readonly label: string; readonly count: number; readonly detail?: ReactNode };
  readonly parts: readonly LedgerPartView[];
}

/** Parts that sum to a whole, as one bar with its numbers directly below. */
export function Ledger({ total, parts }: LedgerProps) {
  const sum = parts.reduce((all, part) => all + part.count, 0);
  return (
    <div>
      <div className="ledger" aria-hidden="true">
        {parts
          .filter((part) => part.count > 0)
          .map((part) => (
            <i key={part.id} className={`paint-${part.paint}`} style={{ flexGrow: part.count }} />
          ))}
        {sum === 0 && <i className="paint-none" style={{ flexGrow: 1 }} />}
      </div>
      <dl className="ledger-parts num">
        <div>
          <dt>{total.label}</dt>
          <dd>{formatCount(total.count)}</dd>
          {total.detail !== undefined && <dd className="d">{total.detail}</dd>}
        </div>
        {parts.map((part) => (
          <div key={part.id} title={part.about}>
            <dt>
              <i className={`swatch paint-${part.paint}`} aria-hidden="true" />
              {part.label}
            </dt>
            <dd className={part.count === 0 ? 'zero' : undefined}>{formatCount(part.count)}</dd>
            <dd className="d">{part.detail ?? (sum === 0 ? '\u00a0' : formatPercent(part.count, sum))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
