import './rate-chart.css';

const WIDTH = 112;
const HEIGHT = 20;

/** A rate over the last minute, without axes; a dotted line when there was nothing. */
export function Spark({ values }: { readonly values: readonly number[] }) {
  const highest = Math.max(...values, 0);
  if (values.length < 2 || highest === 0) {
    return (
      <svg className="spark" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className="none" d={`M1 ${HEIGHT - 2}H${WIDTH - 1}`} />
      </svg>
    );
  }
  const step = WIDTH / (values.length - 1);
  const line = values
    .map((value, index) => `${(index * step).toFixed(1)} ${(2 + (1 - value / highest) * (HEIGHT - 6)).toFixed(1)}`)
    .join('L');
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="fill" d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} />
      <path d={`M${line}`} />
    </svg>
  );
}
