import { useEffect, useId, useRef, useState } from 'react';
import { formatClock, formatRate } from './format.ts';
import './rate-chart.css';

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** `delivered` is solid blue, `refused` dashed orange, `spare` green; nothing else means a colour. */
  readonly look: 'delivered' | 'refused' | 'spare';
  /** One value a sample; `undefined` where nothing is known. */
  readonly values: readonly (number | undefined)[];
}

export interface RateChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** Unix times in ms, oldest first. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Shown while there are fewer than two samples. */
  readonly waiting: string;
  /** Time from the left to the right edge, in ms; absent: from the first to the last sample. */
  readonly span?: number;
}

const HEIGHT = 168;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 16;
const LABEL_PX = 14;

/** Lines of rates over the last minutes, labelled directly. Drawn with the colours of the page, in its own pixels. */
export function RateChart(props: RateChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className="rate-chart-box">
      {width > 0 && <Lines {...props} width={width} />}
    </div>
  );
}

function Lines({ label, times, series, waiting, span, width }: RateChartProps & { readonly width: number }) {
  const titleId = useId();
  const [hovered, setHovered] = useState<number>();
  const last = times[times.length - 1];
  const first = span === undefined || last === undefined ? times[0] : last - span;
  const isEmpty = series.every((one) => one.values.filter((value) => value !== undefined).length < 2);
  if (first === undefined || last === undefined || last === first || isEmpty) {
    return <p className="muted small rate-chart-waiting">{waiting}</p>;
  }
  const highest = niceCeiling(Math.max(...series.flatMap((one) => one.values.map((value) => value ?? 0)), 1));
  const x = (time: number) => LEFT + ((time - first) / (last - first)) * (width - LEFT);
  const y = (value: number) => TOP + (1 - value / highest) * (HEIGHT - TOP - BOTTOM);
  const readAt = hovered === undefined ? undefined : times[hovered];
  const ticks = [0, highest / 2, highest];
  const pointsOf = (values: ChartSeries['values']) =>
    values.flatMap((value, index) => {
      const time = times[index];
      return value === undefined || time === undefined ? [] : [{ x: x(time), y: y(value) }];
    });
  const labels = apart(series.map((one) => Math.max((pointsOf(one.values).at(-1)?.y ?? y(0)) - 6, 11)));
  return (
    <svg
      className="rate-chart"
      width={width}
      height={HEIGHT}
      role="img"
      aria-labelledby={titleId}
      onPointerMove={(event) => {
        const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
        setHovered(nearest(times, first + ((left - LEFT) / (width - LEFT)) * (last - first)));
      }}
      onPointerLeave={() => setHovered(undefined)}
    >
      <title id={titleId}>{label}</title>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {formatRate(tick)}
          </text>
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 4}>
        {formatClock(new Date(first))}
      </text>
      <text x={width} y={HEIGHT - 4} textAnchor="end">
        {formatClock(new Date(last))}
      </text>
      {series.map((one, index) => {
        const points = pointsOf(one.values);
        const start = points[0];
        const end = points[points.length - 1];
        if (start === undefined || end === undefined) return null;
        const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
        return (
          <g key={one.id} className={`series-${one.look}`}>
            <path className="area" d={`M${start.x.toFixed(1)} ${y(0)}L${line}L${end.x.toFixed(1)} ${y(0)}Z`} />
            <path className="line" d={`M${line}`} />
            <text className="name" x={width - 4} y={labels[index]} textAnchor="end">
              {one.label}
            </text>
          </g>
        );
      })}
      {readAt !== undefined && (
        <g className="reading">
          <line x1={x(readAt)} x2={x(readAt)} y1={TOP} y2={HEIGHT - BOTTOM} />
          {series.map((one) => {
            const value = hovered === undefined ? undefined : one.values[hovered];
            return (
              value !== undefined && (
                <circle key={one.id} className={`series-${one.look}`} cx={x(readAt)} cy={y(value)} r={3.5} />
              )
            );
          })}
          <text x={LEFT + 4} y={TOP - 4}>
            {[
              formatClock(new Date(readAt)),
              ...series.map(
                (one) => `${one.label} ${formatRate(hovered === undefined ? undefined : one.values[hovered])}/s`,
              ),
            ].join(' · ')}
          </text>
        </g>
      )}
    </svg>
  );
}

/** Index of the time that is closest. */
function nearest(times: readonly number[], to: number): number {
  let best = 0;
  for (const [index, time] of times.entries())
    if (Math.abs(time - to) < Math.abs((times[best] ?? 0) - to)) best = index;
  return best;
}

/** Heights of labels, the lowest where it belongs, those above moved up where two would lie on each other. */
function apart(heights: readonly number[]): readonly number[] {
  const placed = [...heights];
  const upwards = heights.map((_, index) => index).sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0));
  let below = Number.POSITIVE_INFINITY;
  for (const index of upwards) {
    below = Math.min(heights[index] ?? 0, below - LABEL_PX);
    placed[index] = below;
  }
  return placed;
}

/** 1, 2, 5 times a power of ten, not below the value. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5]) if (step * power >= value) return step * power;
  return 10 * power;
}
