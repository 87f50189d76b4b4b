import type { ReactNode } from 'react';
import { Glyph } from '../ui/Glyph.tsx';

export interface KeyNumber {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: ReactNode;
  readonly bad?: boolean;
}

/** The numbers of a page as one strip. */
export function KeyNumbers({ numbers }: { readonly numbers: readonly KeyNumber[] }) {
  return (
    <dl className="key-numbers">
      {numbers.map((number) => (
        <div key={number.label}>
          <dt>
            {number.label} {number.bad === true && <Glyph shape="diamond" tone="bad" />}
          </dt>
          <dd>
            <span className="key-value num">
              {number.value} <small>{number.unit}</small>
            </span>
            <span className="key-note">{number.note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
