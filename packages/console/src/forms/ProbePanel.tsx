import type { ProbeStage, ResourceKind } from '@sluice/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProbeOutcome, useProbe } from '../api/probe.ts';
import { faultText, probeFault } from '../i18n/fault-text.ts';
import { usePick } from '../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { formatClock } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { fieldAt } from './model/secrets.ts';
import { toBody } from './model/submit.ts';
import type { FormRecord, Path } from './model/types.ts';
import type { SchemaForm } from './use-schema-form.ts';

export interface ProbeState {
  /** What is tested. */
  readonly kind: ResourceKind;
  readonly running: boolean;
  readonly outcome: ProbeOutcome | undefined;
  readonly at: Date | undefined;
  /** The form has changed since. */
  readonly stale: boolean;
  /** Checks the form and tests it; does nothing when the form has problems. */
  readonly run: (extra?: FormRecord) => void;
}

/** A connection test of what is in a form. */
export function useFormProbe(kind: ResourceKind, form: SchemaForm): ProbeState {
  const probe = useProbe(kind);
  const [tested, setTested] = useState<{ readonly record: FormRecord; readonly at: Date }>();
  return {
    kind,
    running: probe.isPending,
    outcome: probe.data,
    at: probe.data === undefined ? undefined : tested?.at,
    stale: tested !== undefined && tested.record !== form.record,
    run: (extra = {}) => {
      if (probe.isPending || !form.check()) return;
      setTested({ record: form.record, at: new Date() });
      probe.mutate({ ...extra, ...toBody(form.model, form.record, 'probe') });
    },
  };
}

function Failed({
  message,
  raw,
  path,
  form,
}: {
  readonly message: string;
  readonly raw: string | undefined;
  readonly path: Path | undefined;
  readonly form: SchemaForm;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const pick = usePick();
  const field = path === undefined ? undefined : fieldAt(form.model.fields, path);
  return (
    <div className="more">
      <p>{message}</p>
      {field !== undefined && path !== undefined && (
        <Button size="sm" onClick={() => form.focus(field.path)}>
          {t('test.goTo', { field: pick(field.label) })}
        </Button>
      )}
      {raw !== undefined && raw !== '' && (
        <details>
          <summary className="link">{t('ui:details')}</summary>
          <pre className="raw">{raw}</pre>
        </details>
      )}
    </div>
  );
}

function Stage({
  stage,
  reached,
  form,
}: {
  readonly stage: ProbeStage;
  readonly reached: boolean;
  readonly form: SchemaForm;
}) {
  const { t } = useTranslation('connectors');
  const glyph =
    stage.outcome === 'passed' ? (
      <Glyph shape="tick" tone="ok" />
    ) : stage.outcome === 'failed' ? (
      <Glyph shape="cross" tone="bad" />
    ) : (
      <Glyph shape={reached ? 'dash' : 'ring'} tone="off" />
    );
  return (
    <li>
      {glyph}
      <span className={stage.outcome === 'skipped' ? 'todo medium' : 'medium'}>{t(`test.stage.${stage.stage}`)}</span>
      <span className="ms">
        {stage.outcome === 'skipped' ? t(reached ? 'test.skipped' : 'test.notReached') : `${Math.round(stage.ms)} ms`}
      </span>
      {stage.detail !== undefined && stage.error === undefined && <div className="more">{stage.detail}</div>}
      {stage.error !== undefined && (
        <Failed
          message={faultText(probeFault(stage.error.data), stage.error.message)}
          raw={stage.error.raw}
          path={stage.error.path}
          form={form}
        />
      )}
    </li>
  );
}

function stagesOf(outcome: ProbeOutcome): readonly ProbeStage[] {
  return outcome.kind === 'stages' ? outcome.report.stages : [];
}

function Outcome({ outcome, form }: { readonly outcome: ProbeOutcome; readonly form: SchemaForm }) {
  const { t } = useTranslation('connectors');
  const stages = stagesOf(outcome);
  const failedAt = stages.findIndex((stage) => stage.outcome === 'failed');
  return (
    <ol className="stages">
      {stages.map((stage, index) => (
        <Stage key={stage.stage} stage={stage} reached={failedAt === -1 || index < failedAt} form={form} />
      ))}
      {outcome.kind === 'single' && (
        <li>
          <Glyph shape={outcome.ok ? 'tick' : 'cross'} tone={outcome.ok ? 'ok' : 'bad'} />
          <span className="medium">{t('test.stage.probe')}</span>
          <span className="ms">{outcome.ms} ms</span>
          {!outcome.ok && <Failed message={outcome.message} raw={outcome.raw} path={undefined} form={form} />}
        </li>
      )}
    </ol>
  );
}

function isPassed(outcome: ProbeOutcome): boolean {
  return outcome.kind === 'stages' ? outcome.report.ok : outcome.ok;
}

/** The connection test beside a form: what was tried, how long it took, what failed and what to do. */
export function ProbePanel({
  form,
  probe,
  disabledReason,
}: {
  readonly form: SchemaForm;
  readonly probe: ProbeState;
  readonly disabledReason?: string | undefined;
}) {
  const { t } = useTranslation('connectors');
  const { outcome, running, at, stale } = probe;
  const panel = useRef<HTMLElement>(null);
  // Started from a button far away: below a long form the result would stay unseen.
  useEffect(() => {
    if (running || outcome !== undefined) panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [running, outcome]);
  const total =
    outcome === undefined
      ? 0
      : outcome.kind === 'single'
        ? outcome.ms
        : outcome.report.stages.reduce((sum, stage) => sum + stage.ms, 0);
  return (
    <aside ref={panel} className="panel probe-panel" aria-label={t(`test.of.${probe.kind}`)}>
      <div className="panel-head">
        {t('test.title')}
        <span className="end num">
          {running ? <span className="spin" aria-hidden="true" /> : at !== undefined && formatClock(at)}
        </span>
      </div>
      <div aria-live="polite">
        {outcome === undefined && <p className="pad soft">{running ? `${t('form.testing')}…` : t('test.idle')}</p>}
        {outcome !== undefined && (
          <div className={running ? 'fading' : undefined}>
            {isPassed(outcome) && (
              <p className="probe-result">
                <Glyph shape="disc" tone="ok" /> {t('test.passedIn', { ms: Math.round(total) })}
              </p>
            )}
            <Outcome outcome={outcome} form={form} />
          </div>
        )}
      </div>
      <div className="row panel-foot">
        <Button
          size="sm"
          icon={outcome === undefined ? 'play' : 'refresh'}
          busy={running && t('form.testing')}
          disabledReason={disabledReason}
          onClick={() => probe.run()}
        >
          {outcome === undefined ? t('test.run') : t('test.again')}
        </Button>
        <span className={stale && outcome !== undefined ? 'warning-text small' : 'muted small'}>
          {stale && outcome !== undefined ? t('test.stale') : t('test.nothingSaved')}
        </span>
      </div>
    </aside>
  );
}
