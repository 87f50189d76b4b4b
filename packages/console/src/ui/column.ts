import type { ReactNode } from 'react';
import type { SortValue } from './table-order.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Absent: the column cannot be sorted by. */
  readonly sortBy?: (row: Row) => SortValue;
  readonly number?: boolean;
  /** CSS width; columns without one share what is left. */
  readonly width?: string;
  /** `m`: hidden below 1180 px; `s`: below 720 px. */
  readonly hideBelow?: 'm' | 's';
  /** The label is for those who do not see the column. */
  readonly silentLabel?: boolean;
  /** Place in the two-line row of narrow screens; columns without one are not shown there. */
  readonly narrow?: 'title' | 'state' | 'left' | 'right' | 'menu';
}

/** Classes of the head and the cells of a column. */
export function columnClass<Row>(column: Column<Row>): string {
  const classes = [
    column.number ? 'num' : '',
    column.hideBelow ? `hide-${column.hideBelow}` : '',
    column.narrow ? `n-${column.narrow}` : 'n-none',
  ];
  return classes.filter(Boolean).join(' ');
}
