import { formatTime, formatTimeShort, toDate } from './format.ts';
import { Tip } from './Tip.tsx';

/** A time as short as it can be; the exact value on hover. */
export function ShortTime({ time }: { readonly time: number | string | undefined }) {
  const date = toDate(time);
  const short = formatTimeShort(time);
  if (date === undefined) return <span className="muted">{short}</span>;
  return (
    <Tip label={`${formatTime(date)} (${date.toISOString()})`}>
      <time className="num" dateTime={date.toISOString()}>
        {short}
      </time>
    </Tip>
  );
}
