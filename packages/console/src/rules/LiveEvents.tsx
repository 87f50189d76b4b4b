import type { RuleEvent } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { type CapturedEvent, capturedEvent } from './captured-event.ts';
import { type TapRecord, useTap } from './tap.ts';

const SHOWN = 5;

/** What the saved rule sees right now; an event can be taken to try the statement on. */
export function LiveEvents({
  ruleId,
  events,
  onTake,
}: {
  readonly ruleId: string;
  readonly events: readonly RuleEvent[];
  readonly onTake: (event: CapturedEvent) => void;
}) {
  const { t } = useTranslation('rules');
  const [isPaused, setIsPaused] = useState(false);
  const [held, setHeld] = useState<readonly TapRecord[]>([]);
  const live = useTap(ruleId);
  const records = (isPaused ? held : live).slice(-SHOWN).reverse();
  return (
    <div className="live-events">
      <div className="row small">
        <span className="muted grow">{records.length === 0 ? t('live.waiting') : t('live.take')}</span>
        <button
          type="button"
          className="link"
          onClick={() => {
            setHeld(live);
            setIsPaused(!isPaused);
          }}
        >
          {isPaused ? t('live.goOn') : t('live.pause')}
        </button>
      </div>
      <ul>
        {records.map((record) => {
          const captured = capturedEvent(record, events);
          return (
            <li key={record.cursor}>
              <button
                type="button"
                className="live-event"
                disabled={captured === undefined}
                title={record.message ?? record.rows?.join('\n')}
                onClick={() => {
                  if (captured === undefined) return;
                  setHeld(live);
                  setIsPaused(true);
                  onTake(captured);
                }}
              >
                <Outcome outcome={record.outcome} />
                <span className="mono small clip grow">{captured?.title ?? record.event.slice(0, 80)}</span>
                <span className="muted small">{t(`live.outcome.${record.outcome}`)}</span>
                <span className="muted small num">{formatClock(new Date(record.at))}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Outcome({ outcome }: { readonly outcome: TapRecord['outcome'] }) {
  if (outcome === 'rows') return <Glyph shape="tick" tone="ok" />;
  return outcome === 'error' ? <Glyph shape="triangle" tone="warn" /> : <Glyph shape="dash" tone="off" />;
}
