import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

export interface KeyValueRow {
  readonly key: string;
  readonly value: string;
}

interface KeyValueEditorProps {
  readonly id: string;
  readonly rows: readonly KeyValueRow[];
  readonly onChange: (rows: readonly KeyValueRow[]) => void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly addLabel?: string;
  /** Reads `a=1, b=2`; `undefined` while it is not like that. */
  readonly parse: (text: string) => Readonly<Record<string, string>> | undefined;
}

/** Rows of names and values, or the same as one text. */
export function KeyValueEditor({
  id,
  rows,
  onChange,
  disabled = false,
  invalid = false,
  addLabel,
  parse,
}: KeyValueEditorProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState<string>();
  const table = useRef<HTMLDivElement>(null);
  const focusRow = (index: number) =>
    requestAnimationFrame(() =>
      table.current?.querySelectorAll<HTMLInputElement>('.keyvalue-row input')[index * 2]?.focus(),
    );

  if (text !== undefined) {
    const bad = text.trim() !== '' && parse(text) === undefined;
    return (
      <div className="stack tight">
        <textarea
          id={id}
          className="input mono"
          rows={3}
          disabled={disabled}
          aria-invalid={bad || undefined}
          aria-label={t('keyValue.asText')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const parsed = parse(event.target.value);
            if (parsed !== undefined) onChange(Object.entries(parsed).map(([key, value]) => ({ key, value })));
          }}
        />
        <div className="row small">
          <span className={bad ? 'danger-text grow' : 'muted grow'}>
            {bad ? t('keyValue.textBad') : t('keyValue.textHelp')}
          </span>
          <button type="button" className="link" onClick={() => setText(undefined)}>
            {t('keyValue.asRows')}
          </button>
        </div>
      </div>
    );
  }

  const change = (index: number, next: Partial<KeyValueRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  return (
    <div className={invalid ? 'keyvalue invalid' : 'keyvalue'} id={id} tabIndex={-1} ref={table}>
      <div className="keyvalue-row keyvalue-head" aria-hidden="true">
        <span>{t('keyValue.key')}</span>
        <span>{t('keyValue.value')}</span>
      </div>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div className="keyvalue-row" key={index}>
          <input
            value={row.key}
            disabled={disabled}
            spellCheck={false}
            aria-label={t('keyValue.keyOf', { index: index + 1 })}
            onChange={(event) => change(index, { key: event.target.value })}
          />
          <input
            value={row.value}
            disabled={disabled}
            spellCheck={false}
            aria-label={t('keyValue.valueOf', { index: index + 1 })}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <button
            type="button"
            className="iconbtn sm"
            disabled={disabled}
            aria-label={t('keyValue.remove', { name: row.key || t('keyValue.row', { index: index + 1 }) })}
            onClick={() => {
              onChange(rows.filter((_, at) => at !== index));
              focusRow(Math.max(0, index - 1));
            }}
          >
            <Icon name="close" small />
          </button>
        </div>
      ))}
      <div className="keyvalue-foot">
        <button
          type="button"
          className="keyvalue-add"
          disabled={disabled}
          onClick={() => {
            onChange([...rows, { key: '', value: '' }]);
            focusRow(rows.length);
          }}
        >
          <Icon name="plus" small />
          {addLabel ?? t('keyValue.add')}
        </button>
        <button
          type="button"
          className="link small"
          disabled={disabled}
          onClick={() => setText(rows.map((row) => `${row.key}=${row.value}`).join(', '))}
        >
          {t('keyValue.asText')}
        </button>
      </div>
    </div>
  );
}
