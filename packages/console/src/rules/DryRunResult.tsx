import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonText } from '../editor/CodeText.tsx';
import { CopyButton } from '../editor/CopyButton.tsx';
import { Note } from '../ui/Note.tsx';
import { OutputRequest } from './OutputRequest.tsx';
import type { TestField } from './test-event.ts';
import type { DryOutcome, DryRow, DryRun } from './use-dry-run.ts';
import { WhyNot } from './WhyNot.tsx';

/** Rows that are shown before more are asked for. */
const SHOWN = 5;

/** What a dry run came to: rows with the requests they would become, or what stood in the way. */
export function DryRunResult({
  ran,
  fields,
  onTry,
}: {
  readonly ran: DryRun;
  readonly fields: readonly TestField[];
  readonly onTry: (fields: readonly TestField[]) => void;
}) {
  const { t } = useTranslation('rules');
  const { outcome } = ran;
  switch (outcome.kind) {
    case 'rows':
      return <Rows outcome={outcome} />;
    case 'no_match':
      return <WhyNot report={outcome.report} fields={fields} onTry={onTry} />;
    case 'error':
      return (
        <>
          <Note tone="bad">
            <p className="strong">{t('try.failed')}</p>
            <p className="break">{outcome.message}</p>
          </Note>
          {outcome.report !== undefined && (
            <WhyNot report={outcome.report} fields={fields} onTry={onTry} withHeadline={false} />
          )}
        </>
      );
  }
}

function Rows({ outcome }: { readonly outcome: Extract<DryOutcome, { kind: 'rows' }> }) {
  const { t } = useTranslation('rules');
  const [all, setAll] = useState(false);
  const { rows } = outcome;
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <>
      {rows.length === 0 && (
        <Note tone="off">
          <p>{t('try.noRow')}</p>
        </Note>
      )}
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <Row key={index} row={row} title={rows.length === 1 ? t('try.output') : t('try.row', { number: index + 1 })} />
      ))}
      {shown.length < rows.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('try.moreRows', { count: rows.length - shown.length })}
        </button>
      )}
    </>
  );
}

function Row({ row, title }: { readonly row: DryRow; readonly title: string }) {
  const { t } = useTranslation('rules');
  return (
    <div className="dry-row">
      <div className="row try-output">
        <span className="medium">{title}</span>
        <span className="muted small">{t('try.notSent')}</span>
        <span className="grow" />
        <CopyButton text={row.json} />
      </div>
      <JsonText text={row.json} label={title} />
      {row.outputs !== undefined && (
        <>
          <p className="medium dry-outputs">{t('try.wouldSend')}</p>
          {row.outputs.length === 0 && <p className="muted small">{t('try.noOutput')}</p>}
          {row.outputs.map((output, index) => (
            <OutputRequest
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule may republish twice
              key={index}
              output={output.output}
              {...(output.ok ? { request: output.request } : { problem: output.message })}
              isOpen={row.outputs?.length === 1 || !output.ok}
            />
          ))}
        </>
      )}
    </div>
  );
}
