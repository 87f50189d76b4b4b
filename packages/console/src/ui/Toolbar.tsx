import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from './Glyph.tsx';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';

interface SearchBoxProps {
  /** What can be searched for: shown while empty. */
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const WAIT_MS = 150;

/** Search of a list; `/` takes the focus to it. The address follows when typing pauses. */
export function SearchBox({ placeholder, value, onChange }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => latest.current(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className="input search">
      <Icon name="search" small />
      <input
        ref={input}
        type="search"
        data-list-search=""
        aria-label={placeholder}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
          }
        }}
      />
      {text === '' ? (
        <kbd className="kbd hide-s">/</kbd>
      ) : (
        <button
          type="button"
          className="iconbtn sm"
          aria-label={t('clear')}
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <Icon name="close" small />
        </button>
      )}
    </div>
  );
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list: `State any ▾`. */
export function FilterChip({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly FilterOption[];
  readonly onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation('ui');
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      position="bottom-start"
      target={
        <button type="button" className={value === undefined ? 'chip' : 'chip on'}>
          {label} <b>{value === undefined ? t('any') : (chosen?.label ?? value)}</b>
          <Icon name="chevronDown" small />
        </button>
      }
      actions={[
        { label: t('any'), checked: value === undefined, onSelect: () => onChange(undefined) },
        ...options.map((option) => ({
          label: option.label,
          checked: option.value === value,
          onSelect: () => onChange(option.value),
        })),
      ]}
    />
  );
}

export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <search className="toolbar">{children}</search>;
}

/** Shows only what has problems; says how many there are. */
export function ProblemChip({
  label,
  count,
  pressed,
  onToggle,
}: {
  readonly label: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onToggle: (pressed: boolean) => void;
}) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={() => onToggle(!pressed)}>
      <Glyph shape="triangle" tone="warn" />
      {label} <b>{count}</b>
    </button>
  );
}
