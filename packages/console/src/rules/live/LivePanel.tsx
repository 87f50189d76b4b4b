import type { RuleEvent } from '@sluice/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../api/features.ts';
import { useMayWrite } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Note } from '../../ui/Note.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { StatusText } from '../../ui/StatusTag.tsx';
import type { CapturedEvent } from '../captured-event.ts';
import { type FeedState, useFeed } from './feed.ts';
import { LiveGapRow, LiveRunItem } from './LiveRunItem.tsx';
import { type LiveRun, verdictOf } from './live-log.ts';
import { watchTap } from './watch-tap.ts';
import { watchTrace } from './watch-trace.ts';
import './live.css';

/** What the saved rule sees right now, and what becomes of it at each output. */
export function LivePanel({
  ruleId,
  isEnabled,
  isDirty,
  resumes,
  events,
  onTake,
}: {
  readonly ruleId: string;
  readonly isEnabled: boolean;
  readonly isDirty: boolean;
  /** Counts up when the list is to go on: what was just sent should be seen. */
  readonly resumes: number;
  readonly events: readonly RuleEvent[];
  /** Tries the statement on an event that was seen. */
  readonly onTake: (event: CapturedEvent) => void;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const hasTap = useFeature('tap') === true;
  const mayWrite = useMayWrite();
  // A trace is work for a whole cluster: begun only when asked for.
  const [isAsked, setIsAsked] = useState(false);
  const isOn = hasTap || isAsked;
  const { state, log, clear } = useFeed(isOn, (listener) =>
    hasTap ? watchTap(ruleId, listener) : watchTrace(ruleId, listener),
  );
  const [held, setHeld] = useState<ReadonlySet<string>>();
  const [only, setOnly] = useState<'all' | 'matched' | 'problems'>('all');
  useEffect(() => {
    if (resumes === 0) return;
    setHeld(undefined);
    setOnly((before) => (before === 'problems' ? 'all' : before));
  }, [resumes]);

  const problems = useMemo(() => log.filter((entry) => entry.kind === 'run' && isProblem(entry)).length, [log]);
  const shown = log
    .filter((entry) => held === undefined || held.has(entry.key))
    .filter(
      (entry) =>
        only === 'all' ||
        (entry.kind === 'run' && (isProblem(entry) || (only === 'matched' && entry.outcome !== 'no_match'))),
    )
    .toReversed();
  const fresh = held === undefined ? 0 : log.filter((entry) => !held.has(entry.key)).length;
  // The same functions for all renders, so that rows that did not change are not drawn again.
  const latest = useRef({ log, onTake });
  latest.current = { log, onTake };
  const pause = useCallback(
    () => setHeld((before) => before ?? new Set(latest.current.log.map((entry) => entry.key))),
    [],
  );
  const take = useCallback((event: CapturedEvent) => latest.current.onTake(event), []);

  return (
    <div className="live">
      <div className="row wrap live-bar">
        <WatchState state={state} isPaused={held !== undefined} />
        <span className="grow" />
        <Button
          size="sm"
          icon={held === undefined ? 'pause' : 'play'}
          disabledReason={isOn ? undefined : t('live.notWatching')}
          onClick={() => (held === undefined ? pause() : setHeld(undefined))}
        >
          {held === undefined
            ? t('live.pause')
            : fresh === 0
              ? t('live.goOn')
              : t('live.goOnNew', { count: fresh, shown: formatCount(fresh) })}
        </Button>
        <Button size="sm" look="ghost" onClick={clear}>
          {t('ui:clear')}
        </Button>
        {!hasTap && isAsked && (
          <Button size="sm" look="ghost" onClick={() => setIsAsked(false)}>
            {t('live.stop')}
          </Button>
        )}
      </div>
      <Segments
        label={t('live.show')}
        value={only}
        options={[
          { value: 'all', label: t('live.all') },
          { value: 'matched', label: t('live.matched') },
          { value: 'problems', label: `${t('live.problems')} ${formatCount(problems)}` },
        ]}
        onChange={setOnly}
      />
      {isDirty && <p className="help">{t('live.saved')}</p>}
      {state.kind === 'over' && (
        <Note tone="warn">
          <p>
            {state.reason === 'rule_deleted'
              ? t('live.ruleDeleted')
              : state.reason === 'signed_out'
                ? t('live.signedOut')
                : state.reason}
          </p>
        </Note>
      )}
      <p className="sr" role="status">
        {problems > 0 && t('live.problemCount', { count: problems })}
      </p>
      {shown.length === 0 ? (
        <div className="live-empty">
          {isOn ? (
            <p className="muted">
              {t(
                log.length > 0
                  ? only === 'matched'
                    ? 'live.noMatch'
                    : 'live.noProblem'
                  : isEnabled
                    ? 'live.waiting'
                    : 'live.disabled',
              )}
            </p>
          ) : (
            <>
              <p className="muted">{t('live.traceAbout')}</p>
              <Button
                icon="play"
                disabledReason={mayWrite ? undefined : t('ui:viewerMayNot')}
                onClick={() => setIsAsked(true)}
              >
                {t('live.start')}
              </Button>
            </>
          )}
        </div>
      ) : (
        <ul className="live-list" aria-label={t('try.live')}>
          {shown.map((entry) =>
            entry.kind === 'gap' ? (
              <LiveGapRow key={entry.key} gap={entry} />
            ) : (
              <LiveRunItem key={entry.key} run={entry} events={events} onOpen={pause} onTake={take} />
            ),
          )}
        </ul>
      )}
    </div>
  );
}

function isProblem(run: LiveRun): boolean {
  const verdict = verdictOf(run);
  return verdict === 'bad' || verdict === 'retrying';
}

/** Paused, events still come in; the list stands still. */
function WatchState({ state, isPaused }: { readonly state: FeedState; readonly isPaused: boolean }) {
  const { t } = useTranslation('rules');
  if (isPaused && state.kind === 'watching') {
    return (
      <StatusText tone="off" shape="ring">
        {t('live.paused')}
      </StatusText>
    );
  }
  switch (state.kind) {
    case 'watching':
      return (
        <StatusText tone="ok" shape="disc">
          {t('live.watching')}
        </StatusText>
      );
    case 'connecting':
    case 'away':
      return (
        <StatusText tone="warn" shape="half">
          {t('live.connecting')}
        </StatusText>
      );
    case 'lost':
      return (
        <StatusText tone="warn" shape="triangle">
          {t('live.lost')}
        </StatusText>
      );
    case 'idle':
    case 'over':
      return (
        <StatusText tone="off" shape="ring">
          {t('live.off')}
        </StatusText>
      );
  }
}
