import type { JsonObject, RuleEvent } from '@sluice/contract';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestView } from '../../channels/RequestView.tsx';
import { requestParts } from '../../channels/request-parts.ts';
import { JsonText } from '../../editor/CodeText.tsx';
import { faultText } from '../../i18n/fault-text.ts';
import { formatClock, formatCount, formatTime } from '../../ui/format.ts';
import { Glyph, type Shape, type Tone } from '../../ui/Glyph.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { type CapturedEvent, capturedEvent } from '../captured-event.ts';
import { OutputRequest } from '../OutputRequest.tsx';
import { isBadState, type LiveGap, type LiveOutput, type LiveRun, type LiveState, verdictOf } from './live-log.ts';

const VERDICTS = {
  bad: { shape: 'diamond', tone: 'bad' },
  retrying: { shape: 'triangle', tone: 'warn' },
  waiting: { shape: 'half', tone: 'warn' },
  ok: { shape: 'tick', tone: 'ok' },
  none: { shape: 'dash', tone: 'off' },
} as const satisfies Record<string, { shape: Shape; tone: Tone }>;

const STATES: Readonly<Record<LiveState, { readonly shape: Shape; readonly tone: Tone }>> = {
  pending: { shape: 'half', tone: 'warn' },
  delivered: { shape: 'tick', tone: 'ok' },
  retrying: { shape: 'triangle', tone: 'warn' },
  rejected: { shape: 'diamond', tone: 'bad' },
  loop: { shape: 'diamond', tone: 'bad' },
  dropped: { shape: 'diamond', tone: 'bad' },
  out_of_service: { shape: 'diamond', tone: 'bad' },
  stopped: { shape: 'dash', tone: 'off' },
};

/** Rows that are shown of one run. */
const ROWS = 3;

function Plain({
  run,
  events,
  onOpen,
  onTake,
}: {
  readonly run: LiveRun;
  readonly events: readonly RuleEvent[];
  /** Opened to be read: the list should stand still. */
  readonly onOpen: () => void;
  readonly onTake: (event: CapturedEvent) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const columns = useMemo(() => columnsOf(run.event), [run.event]);
  const title = String(columns?.topic ?? columns?.clientid ?? columns?.event ?? run.event.slice(0, 60));
  const verdict = VERDICTS[verdictOf(run)];
  return (
    <li>
      <details
        className="live-run"
        onToggle={(event) => {
          setIsOpen(event.currentTarget.open);
          if (event.currentTarget.open) onOpen();
        }}
      >
        <summary>
          <Glyph {...verdict} />
          <span className="mono small clip grow">{title}</span>
          <Word run={run} />
          <time className="muted small num" dateTime={new Date(run.at).toISOString()} title={formatTime(run.at)}>
            {formatClock(new Date(run.at))}
          </time>
          <Icon name="chevronRight" small />
        </summary>
        {isOpen && <Body run={run} columns={columns} events={events} onTake={onTake} />}
      </details>
    </li>
  );
}

/** One run of the rule; closed, a line with its outcome. Drawn again only when something of its own changes. */
export const LiveRunItem = memo(Plain);

export function LiveGapRow({ gap }: { readonly gap: LiveGap }) {
  const { t } = useTranslation('rules');
  return (
    <li className="live-gap muted small">
      {gap.lines === 0
        ? t('live.unwatched', { time: formatClock(new Date(gap.at)) })
        : t('live.skipped', { count: gap.lines, shown: formatCount(gap.lines) })}
    </li>
  );
}

/** The outcome in one word. */
function Word({ run }: { readonly run: LiveRun }) {
  const { t } = useTranslation('rules');
  const verdict = verdictOf(run);
  const bad = run.outputs.find((one) => isBadState(one.state));
  const word = ((): string => {
    if (run.outcome === 'error') return t('live.outcome.error');
    if (bad !== undefined) return t(`live.state.${bad.state}`);
    switch (verdict) {
      case 'retrying':
      case 'waiting':
        return t(`live.state.${verdict === 'retrying' ? 'retrying' : 'pending'}`);
      case 'none':
        return t('live.outcome.no_match');
      default:
        if (run.rowCount === 0) return t('live.outcome.noRow');
        return t(run.outputs.length === 0 ? 'live.outcome.rows' : lastWord(run.outputs));
    }
  })();
  const tone = verdict === 'bad' ? 'danger-text' : verdict === 'retrying' ? 'warning-text' : 'muted';
  return <span className={`small ${tone}`}>{word}</span>;
}

function lastWord(outputs: readonly LiveOutput[]): 'live.state.stopped' | 'live.state.delivered' {
  return outputs.every((one) => one.state === 'stopped') ? 'live.state.stopped' : 'live.state.delivered';
}

function columnsOf(event: string): JsonObject | undefined {
  try {
    const columns: unknown = JSON.parse(event);
    return typeof columns === 'object' && columns !== null ? (columns as JsonObject) : undefined;
  } catch {
    // Cut off in the middle.
    return undefined;
  }
}

function Body({
  run,
  columns,
  events,
  onTake,
}: {
  readonly run: LiveRun;
  readonly columns: JsonObject | undefined;
  readonly events: readonly RuleEvent[];
  readonly onTake: (event: CapturedEvent) => void;
}) {
  const { t } = useTranslation('rules');
  const captured = useMemo(() => capturedEvent(run.event, events), [run.event, events]);
  return (
    <div className="live-body">
      {run.message !== undefined && <p className="danger-text break">{run.message}</p>}
      <div className="row">
        <span className="medium">{t('try.event')}</span>
        <span className="grow" />
        {captured !== undefined && (
          <button type="button" className="link small" onClick={() => onTake(captured)}>
            {t('live.take')}
          </button>
        )}
      </div>
      <Event text={run.event} columns={columns} />
      {run.rows.length > 0 && <p className="medium">{t('live.results', { count: run.rowCount })}</p>}
      {run.rows.slice(0, ROWS).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <JsonText key={index} text={row} label={t('try.row', { number: index + 1 })} />
      ))}
      {run.rowCount > ROWS && <p className="muted small">{t('live.moreRows', { count: run.rowCount - ROWS })}</p>}
      {run.outputs.length > 0 && <p className="medium">{t('strip.outputs')}</p>}
      {run.outputs.map((output) => (
        <Output key={output.key} output={output} withRow={run.rowCount > 1} />
      ))}
    </div>
  );
}

/** The payload to read, the other columns on demand. */
function Event({ text, columns }: { readonly text: string; readonly columns: JsonObject | undefined }) {
  const { t } = useTranslation('rules');
  if (columns === undefined) return <pre className="raw">{text}</pre>;
  const { content, rest } = requestParts(columns);
  return (
    <>
      {content !== undefined && <JsonText text={content} label={t('try.payload')} />}
      <details>
        <summary className="link small">{t('live.columns', { count: Object.keys(rest).length })}</summary>
        <RequestView request={rest} />
      </details>
    </>
  );
}

function Output({ output, withRow }: { readonly output: LiveOutput; readonly withRow: boolean }) {
  const { t } = useTranslation('rules');
  const look = STATES[output.state];
  const reason = output.message === undefined ? undefined : faultText(output, output.message);
  return (
    <OutputRequest
      output={output.name}
      {...(output.request === undefined ? {} : { request: output.request })}
      {...(reason === undefined || reason === '' ? {} : { problem: reason })}
      {...(output.raw === undefined ? {} : { raw: output.raw })}
      isBad={isBadState(output.state)}
      isOpen={isBadState(output.state)}
      mark={
        <span className="status small" data-status={look.tone}>
          <Glyph {...look} />
          {withRow && <span className="muted">{t('try.row', { number: output.row + 1 })}</span>}
          {output.state === 'retrying' && output.retries > 1
            ? t('live.retries', { count: output.retries })
            : t(`live.state.${output.state}`)}
        </span>
      }
    />
  );
}
