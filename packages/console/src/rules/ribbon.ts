/** The ribbons of the strip: as wide as the rate they carry, from the middle of a row to the gate. */

export interface Ribbon {
  readonly row: number;
  readonly path: string;
  readonly width: number;
}

const WIDEST = 14;
const THINNEST = 1.5;

/** Width of a rate beside the largest one, by its square root so that small streams stay visible. */
export function ribbonWidth(rate: number, largest: number): number {
  if (!(rate > 0) || !(largest > 0)) return THINNEST;
  return THINNEST + (WIDEST - THINNEST) * Math.sqrt(Math.min(rate / largest, 1));
}

/**
 * Ribbons between rows on one side and a stacked mouth at the gate. `rows` are the middles of the rows, `gate` the
 * middle of the gate, all in px from the top; `side` is where the rows are. `largest` is the rate of the widest ribbon.
 */
export function ribbons(
  rows: readonly { readonly y: number; readonly rate: number }[],
  gate: number,
  width: number,
  side: 'left' | 'right',
  largest = Math.max(...rows.map((row) => row.rate), 0),
): readonly Ribbon[] {
  const widths = rows.map((row) => ribbonWidth(row.rate, largest));
  let mouth = gate - widths.reduce((sum, one) => sum + one, 0) / 2;
  const middle = width / 2;
  return rows.map((row, index) => {
    const own = widths[index] ?? THINNEST;
    const at = mouth + own / 2;
    mouth += own;
    const [from, to] = side === 'left' ? [row.y, at] : [at, row.y];
    return {
      row: index,
      path: `M0 ${round(from)}C${middle} ${round(from)} ${middle} ${round(to)} ${width} ${round(to)}`,
      width: round(own),
    };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
