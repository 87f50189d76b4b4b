import type { Diagnostic } from '@sluice/rulesql';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeEditorHandle } from '../editor/CodeEditorView.tsx';
import { CodeField } from '../editor/CodeField.tsx';
import type { CursorPlace } from '../editor/code-editor.ts';
import type { LanguageService } from '../editor/language-service.ts';
import { useEditorWords } from '../editor/use-editor-words.ts';
import { StatusTag } from '../ui/StatusTag.tsx';

export interface SqlPanelProps {
  readonly sql: string;
  readonly onChange: (sql: string) => void;
  readonly service: LanguageService;
  readonly onDiagnostics: (list: readonly Diagnostic[]) => void;
  readonly diagnostics: readonly Diagnostic[];
  readonly onRun: () => void;
  readonly onExamples: () => void;
  readonly onFunctions: () => void;
  /** Absent while the statement is broken: there is nothing to lay out. */
  readonly onFormat: (() => void) | undefined;
  readonly onReveal: (from: number, to: number) => void;
  readonly readOnly: boolean;
  readonly handle: Ref<CodeEditorHandle>;
}

/** The statement, what is wrong with it, and where the cursor is. */
export function SqlPanel(props: SqlPanelProps) {
  const { t } = useTranslation('rules');
  const words = useEditorWords();
  const [cursor, setCursor] = useState<CursorPlace>({ line: 1, column: 1 });
  const errors = props.diagnostics.filter((one) => one.severity === 'error').length;
  const first = props.diagnostics.find((one) => errors === 0 || one.severity === 'error');
  const warnings = props.diagnostics.length - errors;
  return (
    <section className="panel sql-panel" aria-label={t('sql.title')}>
      <div className="panel-head">
        <h2>{t('sql.title')}</h2>
        <span role="status">
          {first !== undefined && (
            <button
              type="button"
              className="tag-button"
              title={t('sql.toFirst')}
              onClick={() => props.onReveal(first.span.from, first.span.to)}
            >
              {errors > 0 ? (
                <StatusTag tone="bad" shape="diamond">
                  {t('sql.errors', { count: errors })}
                </StatusTag>
              ) : (
                <StatusTag tone="warn" shape="triangle">
                  {t('sql.warnings', { count: warnings })}
                </StatusTag>
              )}
            </button>
          )}
        </span>
        <span className="end">
          <button type="button" className="link" onClick={props.onExamples}>
            {t('sql.examples')}
          </button>
          <button type="button" className="link" onClick={props.onFunctions}>
            {t('sql.functions')}
          </button>
          {!props.readOnly && (
            <button type="button" className="link" disabled={props.onFormat === undefined} onClick={props.onFormat}>
              {t('sql.format')}
            </button>
          )}
        </span>
      </div>
      <CodeField
        mode="sql"
        label={t('sql.editor')}
        value={props.sql}
        words={words}
        service={() => props.service}
        readOnly={props.readOnly}
        onChange={props.onChange}
        onDiagnostics={props.onDiagnostics}
        onCursor={setCursor}
        onRun={props.onRun}
        minHeight={396}
        handle={props.handle}
      />
      <div className="sql-foot num">
        <span>{t('sql.cursor', { line: cursor.line, column: cursor.column })}</span>
        <span className="grow" />
        <span>{t('sql.length', { count: props.sql.length })}</span>
      </div>
    </section>
  );
}
