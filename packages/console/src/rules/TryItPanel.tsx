import type { Json, RuleEvent } from '@sluice/contract';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/session.ts';
import { eventOf, type RuleInput } from '../editor/rule-input.ts';
import { shortcut } from '../editor/use-editor-words.ts';
import { usePick } from '../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { formatClock } from '../ui/format.ts';
import { Segments } from '../ui/Segments.tsx';
import { DryRunResult } from './DryRunResult.tsx';
import { EventFields } from './EventFields.tsx';
import { LivePanel } from './live/LivePanel.tsx';
import { SendEventDialog } from './SendEventDialog.tsx';
import { samplePayload } from './sample-payload.ts';
import { fitsInput, type TestField, testContext, testFields } from './test-event.ts';
import { keepTest, keptTest } from './test-event-store.ts';
import { isStale, useDryRun } from './use-dry-run.ts';

export interface TryItProps {
  /** Under this name what is typed is kept for the tab. */
  readonly draftKey: string;
  readonly ruleId: string;
  readonly sql: string;
  /** The outputs as they would be saved. */
  readonly actions: readonly Json[];
  readonly inputs: readonly RuleInput[];
  readonly events: readonly RuleEvent[];
  /** Counts up when the test is to run: the shortcut lives with the page. */
  readonly runs: number;
  /** The statement has errors: it is not run, and no payload is made up from it. */
  readonly isBroken: boolean;
  /** Tells the page the payload of the event, for completion. */
  readonly onPayload: (text: string) => void;
  /** The stored rule, which can be watched and tested with its outputs; absent for a new one. */
  readonly stored?: { readonly id: string; readonly enable: boolean; readonly isDirty: boolean } | undefined;
  /** Why nothing can be changed. */
  readonly locked: string | undefined;
}

/** Runs the rule on a made-up event without any effect, and says what each output would get or why nothing came out. */
export function TryItPanel({
  draftKey,
  ruleId,
  sql,
  actions,
  inputs,
  events,
  runs,
  isBroken,
  onPayload,
  stored,
  locked,
}: TryItProps) {
  const { t } = useTranslation(['rules', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const pick = usePick();
  const selectId = useId();
  const { run: dryRun, ran, isRunning, hasRehearsal } = useDryRun();
  const [typed, setTyped] = useState(() => keptTest(draftKey));
  const { chosen, edited } = typed;
  useEffect(() => keepTest(draftKey, typed), [draftKey, typed]);
  const [isLiveWanted, setIsLive] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState(0);
  const isLive = isLiveWanted && stored !== undefined;

  const [first] = inputs;
  const preferred = first === undefined ? undefined : eventOf(first);
  const event =
    events.find((one) => one.event === (chosen ?? preferred)) ??
    events.find((one) => one.event === '$events/message_publish') ??
    events[0];
  const input = inputs.find((one) => event !== undefined && eventOf(one) === event.event);
  const sample = useSample(sql, isBroken);
  const initial = useMemo(() => {
    const examples = event === undefined ? [] : testFields(event, input);
    if (sample === undefined) return examples;
    return examples.map((field) => (field.name === 'payload' ? { ...field, text: sample } : field));
  }, [event, input, sample]);
  const fields = (event === undefined ? undefined : edited[event.event]) ?? initial;
  const payload = fields.find((field) => field.name === 'payload')?.text ?? '';
  useEffect(() => onPayload(payload), [onPayload, payload]);
  const topic = fields.find((field) => field.name === 'topic')?.text;
  const fits = event === undefined || inputs.length === 0 || inputs.some((one) => fitsInput(event.event, topic, one));

  const run = (withFields: readonly TestField[] = fields, of: RuleEvent | undefined = event) => {
    if (of === undefined || viewer !== undefined) return;
    dryRun({ ...(ruleId === '' ? {} : { id: ruleId }), sql, actions }, testContext(of, withFields));
  };
  const stale =
    ran !== undefined &&
    event !== undefined &&
    isStale(ran, { sql, actions }, testContext(event, fields), hasRehearsal);
  // Once it has run, the result follows what is typed: a dry run touches nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change puts it off
  useEffect(() => {
    if (!stale || isBroken || isLive) return;
    const timer = setTimeout(() => run(), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [stale, isBroken, isLive, sql, actions, fields, event]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when asked to, with what is there then
  useEffect(() => {
    if (runs > 0) run();
  }, [runs]);

  const setFields = (next: readonly TestField[]) => {
    if (event !== undefined) setTyped({ ...typed, edited: { ...edited, [event.event]: next } });
  };
  return (
    <section className="panel try-panel" aria-label={t('try.title')}>
      <div className="panel-head">
        <h2>{t('try.title')}</h2>
        <span className="end">
          {isLive ? (
            <Button
              size="sm"
              icon="play"
              disabledReason={locked ?? (stored.isDirty ? t('send.saveFirst') : undefined)}
              onClick={() => setIsSending(true)}
            >
              {t('send.open')}
            </Button>
          ) : (
            <>
              {ran !== undefined && <span className="num">{t('try.ran', { time: formatClock(ran.at) })}</span>}
              <Button
                size="sm"
                icon="play"
                busy={isRunning && t('try.running')}
                disabledReason={viewer}
                onClick={() => run()}
                aria-keyshortcuts="Control+Enter Meta+Enter"
              >
                {t('try.run')} <kbd className="kbd hide-s">{shortcut('↵')}</kbd>
              </Button>
            </>
          )}
        </span>
      </div>
      <div className="pad try-body">
        {stored !== undefined && (
          <Segments
            label={t('try.which')}
            value={isLive ? 'live' : 'made'}
            options={[
              { value: 'made', label: t('try.made') },
              { value: 'live', label: t('try.live') },
            ]}
            onChange={(value) => setIsLive(value === 'live')}
          />
        )}
        {isLive && (
          <LivePanel
            ruleId={stored.id}
            isEnabled={stored.enable}
            isDirty={stored.isDirty}
            resumes={sent}
            events={events}
            onTake={(captured) => {
              setIsLive(false);
              const { event: taken, fields: seen } = captured;
              setTyped({ chosen: taken.event, edited: { ...edited, [taken.event]: seen } });
              run(captured.fields, captured.event);
            }}
          />
        )}
        <div className="try-made" hidden={isLive}>
          <div className="row">
            <label className="medium" htmlFor={selectId}>
              {t('try.event')}
            </label>
            <select
              id={selectId}
              className="input grow"
              disabled={viewer !== undefined}
              title={viewer}
              value={event?.event}
              onChange={(change) => setTyped({ ...typed, chosen: change.target.value })}
            >
              {events.map((one) => (
                <option key={one.event} value={one.event}>
                  {pick(one.title)}
                </option>
              ))}
            </select>
            {event !== undefined && edited[event.event] !== undefined && (
              <button
                type="button"
                className="link small"
                onClick={() =>
                  setTyped({
                    ...typed,
                    edited: Object.fromEntries(Object.entries(edited).filter(([name]) => name !== event.event)),
                  })
                }
              >
                {t('try.reset')}
              </button>
            )}
          </div>
          {!fits && <p className="small warning-text">{t('try.unfit')}</p>}
          <EventFields fields={fields} readOnly={viewer !== undefined} onChange={setFields} onRun={() => run()} />
          <div aria-live="polite" className="try-result">
            {ran === undefined ? (
              <p className="help">{viewer ?? t(hasRehearsal ? 'try.hint' : 'try.hintSql')}</p>
            ) : (
              <>
                {stale && <p className="help">{isBroken ? t('try.staleBroken') : t('try.stale')}</p>}
                <div className={stale ? 'try-rows stale' : 'try-rows'}>
                  <DryRunResult
                    ran={ran}
                    fields={fields}
                    onTry={(next) => {
                      setFields(next);
                      run(next);
                    }}
                  />
                </div>
              </>
            )}
          </div>
        </div>
      </div>
      {stored !== undefined && event !== undefined && (
        <SendEventDialog
          opened={isSending}
          onClose={() => setIsSending(false)}
          ruleId={stored.id}
          title={topic ?? pick(event.title)}
          context={testContext(event, fields)}
          onSent={() => setSent(sent + 1)}
        />
      )}
    </section>
  );
}

/** How long typing rests before the result is made anew, in ms. */
const FOLLOW_MS = 600;
/** How long a statement rests before the proposed payload follows it, in ms. */
const SAMPLE_REST_MS = 1_200;

/** A payload for the statement: of the last one that was whole, and not at every letter. */
function useSample(sql: string, isBroken: boolean): string | undefined {
  const [sample, setSample] = useState(() => samplePayload(sql));
  useEffect(() => {
    if (isBroken) return;
    const timer = setTimeout(() => setSample(samplePayload(sql)), SAMPLE_REST_MS);
    return () => clearTimeout(timer);
  }, [sql, isBroken]);
  return sample;
}
