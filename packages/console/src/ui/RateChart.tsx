import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, nearest, niceCeiling, textWidth, timeTicks } from './chart-axis.ts';
import { formatClock, formatRate } from './format.ts';
import './rate-chart.css';

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** `delivered` is solid blue, `refused` dashed orange, `spare` green, `whole` dotted grey; nothing else means a colour. */
  readonly look: 'delivered' | 'refused' | 'spare' | 'whole';
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

const HEIGHT = 176;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 10;
const LABEL_PX = 14;
/** Narrower than this the names stand above the lines, not beside them. */
const BESIDE_FROM = 520;
/** A line is not drawn over a longer time without a sample, in ms. */
const GAP_MS = 35_000;

/**
 * Lines of rates over time, each named at its end, beside the plot. The pointer or the arrow keys read the values of
 * any moment. Drawn with the colours of the page, in its own pixels.
 */
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
  const isEmpty = props.series.every((one) => one.values.filter((value) => value !== undefined).length < 2);
  return (
    <div ref={box} className="rate-chart-box">
      {width > 0 &&
        (isEmpty ? (
          <p className="muted small rate-chart-waiting">{props.waiting}</p>
        ) : (
          <Lines {...props} width={width} />
        ))}
    </div>
  );
}

function Lines({ label, times, series, span, width }: RateChartProps & { readonly width: number }) {
  const { t } = useTranslation('ui');
  // A moment, not a place: the lines go on under the reading while time passes.
  const [read, setRead] = useState<number>();
  const last = times[times.length - 1] ?? 0;
  const first = span === undefined ? (times[0] ?? 0) : last - span;
  const highest = niceCeiling(Math.max(...series.flatMap((one) => one.values.map((value) => value ?? 0))));
  const isBeside = width >= BESIDE_FROM;
  const names = series.map((one) => `${one.label} ${formatRate(newest(one.values))}`);
  const right = width - (isBeside ? Math.max(...names.map(textWidth)) + 14 : 0);
  const x = (time: number) => LEFT + ((time - first) / Math.max(1, last - first)) * (right - LEFT);
  const y = (value: number) => TOP + (1 - value / highest) * (HEIGHT - TOP - BOTTOM);
  const heights = apart(
    series.map((one) => Math.max(y(newest(one.values) ?? 0) + 4, TOP + 4)),
    LABEL_PX,
  );
  const at = read === undefined || read < first ? undefined : nearest(times, read);
  const shown = at === undefined ? undefined : times[at];

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setRead(first + ((Math.min(left, right) - LEFT) / (right - LEFT)) * (last - first));
  };
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = at ?? times.length;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: here - 1,
      ArrowRight: here + 1,
      PageUp: here - 6,
      PageDown: here + 6,
      Home: 0,
      End: times.length - 1,
    };
    const target = moves[event.key];
    if (event.key === 'Escape' && read !== undefined) setRead(undefined);
    else if (target !== undefined) setRead(times[Math.max(0, Math.min(times.length - 1, target))]);
    else return;
    event.preventDefault();
  };
  const values = (index: number) => series.map((one) => `${one.label} ${formatRate(one.values[index])}/s`).join(', ');

  return (
    <div
      className="rate-chart-read"
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${t('rate.keys')}`}
      aria-valuemin={0}
      aria-valuemax={times.length - 1}
      aria-valuenow={at ?? times.length - 1}
      aria-valuetext={`${formatClock(new Date(shown ?? last))}: ${values(at ?? times.length - 1)}`}
      onKeyDown={step}
      onBlur={() => setRead(undefined)}
    >
      {!isBeside && (
        <div className="rate-chart-names num" aria-hidden="true">
          {series.map((one, index) => (
            <span key={one.id}>
              <Swatch look={one.look} /> {names[index]}
            </span>
          ))}
        </div>
      )}
      <svg
        className="rate-chart"
        width={width}
        height={HEIGHT}
        aria-hidden="true"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setRead(undefined)}
      >
        {[0, highest / 2, highest].map((tick) => (
          <g key={tick}>
            <line className="grid" x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {formatRate(tick)}
            </text>
          </g>
        ))}
        {timeTicks(first, last, (right - LEFT) / 84).map((tick) => (
          <g key={tick.at}>
            <line className="grid" x1={x(tick.at)} x2={x(tick.at)} y1={y(0)} y2={y(0) + 4} />
            <text x={Math.min(x(tick.at), width - 16)} y={HEIGHT - 4} textAnchor="middle">
              {tick.label}
            </text>
          </g>
        ))}
        {series.map((one, index) => (
          <g key={one.id} className={`series-${one.look}`}>
            {stretches(times, one.values).map((stretch) => {
              const line = stretch.map(({ time, value }) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
              const [start] = stretch;
              const end = stretch[stretch.length - 1];
              return start === undefined || end === undefined ? null : (
                <g key={start.time}>
                  <path
                    className="area"
                    d={`M${x(start.time).toFixed(1)} ${y(0)}L${line}L${x(end.time).toFixed(1)} ${y(0)}Z`}
                  />
                  <path className="line" d={`M${line}`} />
                </g>
              );
            })}
            {isBeside && (
              <text className="name" x={right + 8} y={heights[index]}>
                {names[index]}
              </text>
            )}
          </g>
        ))}
        {shown !== undefined && at !== undefined && (
          <g className="reading">
            <line x1={x(shown)} x2={x(shown)} y1={TOP} y2={y(0)} />
            {series.map((one) => {
              const value = one.values[at];
              return (
                value !== undefined && (
                  <circle key={one.id} className={`series-${one.look}`} cx={x(shown)} cy={y(value)} r={3.5} />
                )
              );
            })}
          </g>
        )}
      </svg>
      {shown !== undefined && at !== undefined && (
        <dl
          className={x(shown) > (LEFT + right) / 2 ? 'rate-chart-tip num left' : 'rate-chart-tip num'}
          style={{ left: x(shown) }}
        >
          <div className="when">{formatClock(new Date(shown))}</div>
          {series.map((one) => (
            <div key={one.id}>
              <dt>
                <Swatch look={one.look} /> {one.label}
              </dt>
              <dd>
                {formatRate(one.values[at])}
                <span className="muted">/s</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Swatch({ look }: { readonly look: ChartSeries['look'] }) {
  return (
    <svg className={`rate-swatch series-${look}`} width={14} height={8} aria-hidden="true">
      <path className="line" d="M0 4H14" />
    </svg>
  );
}

function newest(values: ChartSeries['values']): number | undefined {
  return values.findLast((value) => value !== undefined);
}

interface Known {
  readonly time: number;
  readonly value: number;
}

/** What is known, in pieces without a gap. */
function stretches(times: readonly number[], values: ChartSeries['values']): readonly (readonly Known[])[] {
  const pieces: Known[][] = [];
  let piece: Known[] | undefined;
  for (const [index, time] of times.entries()) {
    const value = values[index];
    if (value === undefined) {
      piece = undefined;
      continue;
    }
    const before = piece?.[piece.length - 1];
    if (piece === undefined || (before !== undefined && time - before.time > GAP_MS)) {
      piece = [];
      pieces.push(piece);
    }
    piece.push({ time, value });
  }
  return pieces;
}
