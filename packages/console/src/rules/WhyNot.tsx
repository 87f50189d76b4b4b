import { useTranslation } from 'react-i18next';
import { jsonWith } from '../editor/json-text.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Note } from '../ui/Note.tsx';
import type { ConditionReport, MatchReport } from './explain.ts';
import type { TestField } from './test-event.ts';

export interface WhyNotProps {
  /** Absent when nobody can say why. */
  readonly report: MatchReport | undefined;
  readonly fields: readonly TestField[];
  /** Runs again with other values. */
  readonly onTry: (fields: readonly TestField[]) => void;
  readonly withHeadline?: boolean;
}

/** What stands between the event and a match: FROM, then each condition with its real values. */
export function WhyNot({ report, fields, onTry, withHeadline = true }: WhyNotProps) {
  const { t } = useTranslation('rules');
  const culprit = report?.conditions.find((one) => one.outcome !== 'true');
  const headline =
    report === undefined || report.fits === false || culprit === undefined
      ? t('why.title')
      : t(culprit.outcome === 'error' ? 'why.errorAt' : 'why.titleAt', { line: culprit.line });
  return (
    <>
      {withHeadline && (
        <Note tone="warn">
          <p className="strong">{headline}</p>
          {report === undefined && <p>{t('why.unknown')}</p>}
          {report?.joint === 'or' && <p>{t('why.oneOf')}</p>}
        </Note>
      )}
      {report !== undefined && (
        <ul className="why">
          <li>
            <Glyph shape={report.fits ? 'tick' : 'cross'} tone={report.fits ? 'ok' : 'bad'} />
            <code>FROM {report.from.map((item) => `"${item}"`).join(', ')}</code>
            <span className="x">
              <span className={report.fits ? 'val' : 'val bad'}>{report.topic ?? t('why.event')}</span>{' '}
              {report.fits ? t('why.fits') : t('why.noFit')}
            </span>
          </li>
          {report.conditions.map((condition) => (
            <Condition key={condition.text + condition.line} condition={condition} fields={fields} onTry={onTry} />
          ))}
        </ul>
      )}
    </>
  );
}

function Condition({
  condition,
  fields,
  onTry,
}: {
  readonly condition: ConditionReport;
  readonly fields: readonly TestField[];
  readonly onTry: (fields: readonly TestField[]) => void;
}) {
  const { t } = useTranslation('rules');
  const { outcome, sides, suggestion, values = [] } = condition;
  const isTrue = outcome === 'true';
  const payload = fields.find((field) => field.name === 'payload')?.text;
  const changed =
    suggestion === undefined || payload === undefined
      ? undefined
      : jsonWith(payload, suggestion.path, suggestion.value);
  return (
    <li>
      <Glyph shape={isTrue ? 'tick' : 'cross'} tone={isTrue ? 'ok' : 'bad'} />
      <code>{condition.text}</code>
      <span className="x">
        {outcome === 'error' && t('why.error', { reason: condition.error ?? '' })}
        {outcome !== 'error' && sides === undefined && t(isTrue ? 'why.isTrue' : 'why.isFalse')}
        {values.length > 0 && sides === undefined && <Values values={values} />}
        {sides !== undefined && (
          <>
            <span className={isTrue ? 'val' : 'val bad'}>{shown(sides.left)}</span>{' '}
            {isTrue || !isComparison(sides.operator) ? (
              <span className="mono">{sides.operator}</span>
            ) : (
              t(`why.not.${COMPARISONS[sides.operator]}`)
            )}{' '}
            <span className="val">{shown(sides.right)}</span>
          </>
        )}
        {changed !== undefined && suggestion !== undefined && (
          <>
            {' '}
            <button
              type="button"
              className="link"
              onClick={() =>
                onTry(fields.map((field) => (field.name === 'payload' ? { ...field, text: changed } : field)))
              }
            >
              {t('why.runWith', { value: `${suggestion.path.join('.')} ${shown(suggestion.value)}` })}
            </button>
          </>
        )}
      </span>
    </li>
  );
}

/** A comparison that is false, in words. */
const COMPARISONS = {
  '=': 'equal',
  '!=': 'different',
  '<>': 'different',
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
  '=~': 'fitting',
} as const;

function isComparison(operator: string): operator is keyof typeof COMPARISONS {
  return Object.hasOwn(COMPARISONS, operator);
}

/** What the condition read, by name. */
function Values({ values }: { readonly values: NonNullable<ConditionReport['values']> }) {
  return (
    <span className="why-values">
      {values.map(({ path, json }) => (
        <span key={path}>
          <span className="mono">{path}</span> <span className="val">{shown(json)}</span>
        </span>
      ))}
    </span>
  );
}

/** A missing value is the text "undefined" in JSON, and shown as the word. */
function shown(json: string): string {
  return json === '"undefined"' ? 'undefined' : json;
}
