import { formatTime, formatTimeShort, toDate } from './format.ts';
import { Tip } from './Tip.tsx';

/** A time as short as it can be; the exact value on hover. `brief`: the day alone when it was not today. */
export function ShortTime({
  time,
  brief = false,
}: {
  readonly time: number | string | undefined;
  readonly brief?: boolean;
}) {
  const date = toDate(time);
  const short = formatTimeShort(time);
  if (date === undefined) return <span className="muted">{short}</span>;
  return (
    <Tip label={`${formatTime(date)} (${date.toISOString()})`}>
      <time className="num" dateTime={date.toISOString()}>
        {brief ? short.slice(0, 10) : short}
      </time>
    </Tip>
  );
}
