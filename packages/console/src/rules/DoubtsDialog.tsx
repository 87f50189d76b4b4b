import type { Diagnostic } from '@sluice/rulesql';
import { useTranslation } from 'react-i18next';
import { WithCode } from '../editor/CodeText.tsx';
import { lineOf } from '../editor/sql-language.ts';
import { usePick } from '../i18n/index.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';

/** What is listed of a statement that is wrong all over. */
const SHOWN = 5;

/** Asks whether a statement with errors or likely mistakes is really meant. Each leads to its place. */
export function DoubtsDialog({
  doubts,
  sql,
  confirm,
  onClose,
  onReveal,
}: {
  /** Empty: not asked. */
  readonly doubts: readonly Diagnostic[];
  readonly sql: string;
  readonly confirm: {
    readonly label: string;
    readonly busyLabel: string;
    readonly busy: boolean;
    readonly onConfirm: () => void;
  };
  readonly onClose: () => void;
  readonly onReveal: (diagnostic: Diagnostic) => void;
}) {
  const { t } = useTranslation('rules');
  const pick = usePick();
  const hasError = doubts.some((one) => one.severity === 'error');
  return (
    <ConfirmDialog
      opened={doubts.length > 0}
      onClose={onClose}
      title={t(hasError ? 'doubts.errorTitle' : 'doubts.title')}
      confirm={{ ...confirm, danger: false }}
    >
      <p>{t(hasError ? 'doubts.errorText' : 'doubts.text')}</p>
      <ul className="doubts">
        {doubts.slice(0, SHOWN).map((one) => (
          <li key={`${one.code} ${one.span.from}`}>
            <Glyph
              shape={one.severity === 'error' ? 'diamond' : 'triangle'}
              tone={one.severity === 'error' ? 'bad' : 'warn'}
            />
            <span className="break">
              <button type="button" className="link" onClick={() => onReveal(one)}>
                {t('doubts.line', { line: lineOf(sql, one.span.from) })}
              </button>{' '}
              <WithCode text={pick(one.message)} />
            </span>
          </li>
        ))}
      </ul>
      {doubts.length > SHOWN && <p className="muted small">{t('doubts.more', { count: doubts.length - SHOWN })}</p>}
    </ConfirmDialog>
  );
}
