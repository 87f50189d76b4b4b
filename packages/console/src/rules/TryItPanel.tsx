import type { RuleEvent } from '@sluice/contract';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/errors.ts';
import { useTestSql } from '../api/rule-test.ts';
import { JsonText } from '../editor/CodeText.tsx';
import { CopyButton } from '../editor/CopyButton.tsx';
import { eventOf, type RuleInput } from '../editor/rule-input.ts';
import { shortcut } from '../editor/use-editor-words.ts';
import { usePick } from '../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { formatClock } from '../ui/format.ts';
import { Note } from '../ui/Note.tsx';
import { Segments } from '../ui/Segments.tsx';
import { EventFields } from './EventFields.tsx';
import { LiveEvents } from './LiveEvents.tsx';
import { samplePayload } from './sample-payload.ts';
import { fitsInput, type TestField, testContext, testFields } from './test-event.ts';
import { WhyNot } from './WhyNot.tsx';

export interface TryItProps {
  readonly sql: string;
  readonly inputs: readonly RuleInput[];
  readonly events: readonly RuleEvent[];
  /** Counts up when the test is to run: the shortcut lives with the page. */
  readonly runs: number;
  /** Fields for the test come from the panel; the page may want them for what else it tests. */
  readonly isBroken: boolean;
  /** Tells the page the payload of the event, for completion. */
  readonly onPayload: (text: string) => void;
  /** The stored rule whose real events may be taken; absent for a new rule or where the backend shows none. */
  readonly liveRule?: string | undefined;
}

type Outcome =
  | { readonly kind: 'output'; readonly json: string }
  | { readonly kind: 'no_match' }
  | { readonly kind: 'error'; readonly message: string; readonly code: string };

interface Ran {
  readonly at: Date;
  readonly outcome: Outcome;
  readonly sql: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Runs the statement on a made-up event, without outputs, and says what came out or why nothing did. */
export function TryItPanel({ sql, inputs, events, runs, isBroken, onPayload, liveRule }: TryItProps) {
  const { t } = useTranslation('rules');
  const pick = usePick();
  const selectId = useId();
  const test = useTestSql();
  const [chosen, setChosen] = useState<string>();
  const [edited, setEdited] = useState<Readonly<Record<string, readonly TestField[]>>>({});
  const [ran, setRan] = useState<Ran>();
  const [isLive, setIsLive] = useState(false);

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
    if (of === undefined) return;
    const context = testContext(of, withFields);
    const done = (outcome: Outcome) => setRan({ at: new Date(), outcome, sql, context });
    test.mutate(
      { sql, context },
      {
        onSuccess: (json) => done({ kind: 'output', json }),
        onError: (error) =>
          done(
            isApiError(error) && error.status === 412
              ? { kind: 'no_match' }
              : { kind: 'error', message: error.message, code: isApiError(error) ? error.code : '' },
          ),
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when asked to, with what is there then
  useEffect(() => {
    if (runs > 0) run();
  }, [runs]);

  const setFields = (next: readonly TestField[]) => {
    if (event !== undefined) setEdited({ ...edited, [event.event]: next });
  };
  return (
    <section className="panel try-panel" aria-label={t('try.title')}>
      <div className="panel-head">
        <h2>{t('try.title')}</h2>
        <span className="end">
          {ran !== undefined && <span className="num">{t('try.ran', { time: formatClock(ran.at) })}</span>}
          <Button
            size="sm"
            icon="play"
            busy={test.isPending && t('try.running')}
            onClick={() => run()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t('try.run')} <kbd className="kbd hide-s">{shortcut('↵')}</kbd>
          </Button>
        </span>
      </div>
      <div className="pad try-body">
        {liveRule !== undefined && (
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
        {isLive && liveRule !== undefined && (
          <LiveEvents
            ruleId={liveRule}
            events={events}
            onTake={(captured) => {
              setChosen(captured.event.event);
              setEdited({ ...edited, [captured.event.event]: captured.fields });
              run(captured.fields, captured.event);
            }}
          />
        )}
        <div className="row">
          <label className="medium" htmlFor={selectId}>
            {t('try.event')}
          </label>
          <select
            id={selectId}
            className="input grow"
            value={event?.event}
            onChange={(change) => setChosen(change.target.value)}
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
                setEdited(Object.fromEntries(Object.entries(edited).filter(([name]) => name !== event.event)))
              }
            >
              {t('try.reset')}
            </button>
          )}
        </div>
        {!fits && <p className="small warning-text">{t('try.unfit')}</p>}
        <EventFields fields={fields} onChange={setFields} onRun={() => run()} />
        <div aria-live="polite" className="try-result">
          {ran === undefined ? (
            <p className="help">{t('try.hint')}</p>
          ) : (
            <Result
              ran={ran}
              fields={fields}
              onTry={(next) => {
                setFields(next);
                run(next);
              }}
            />
          )}
          {ran !== undefined && ran.sql !== sql && (
            <p className="help">{isBroken ? t('try.staleBroken') : t('try.stale')}</p>
          )}
        </div>
      </div>
    </section>
  );
}

function Result({
  ran,
  fields,
  onTry,
}: {
  readonly ran: Ran;
  readonly fields: readonly TestField[];
  readonly onTry: (fields: readonly TestField[]) => void;
}) {
  const { t } = useTranslation('rules');
  const { outcome } = ran;
  switch (outcome.kind) {
    case 'output':
      return (
        <>
          <div className="row try-output">
            <span className="medium">{t('try.output')}</span>
            <span className="muted small">{t('try.notSent')}</span>
            <span className="grow" />
            <CopyButton text={outcome.json} />
          </div>
          <JsonText text={outcome.json} label={t('try.output')} />
        </>
      );
    case 'no_match':
      return <WhyNot sql={ran.sql} context={ran.context} fields={fields} onTry={onTry} />;
    case 'error':
      return (
        <Note tone="bad">
          <p className="strong">{t('try.failed')}</p>
          <p className="break">{outcome.message}</p>
        </Note>
      );
  }
}

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
