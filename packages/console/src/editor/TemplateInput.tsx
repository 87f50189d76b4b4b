import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import type { CompletionItem, CompletionList } from './language-service.ts';
import { completePlaceholder } from './placeholders.ts';
import './template-input.css';

export interface TemplateInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names offered after `${`. */
  readonly fields: readonly string[];
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly onBlur?: () => void;
  readonly handle?: Ref<HTMLInputElement | null>;
}

/** One line of text with `${field}` completion: a combobox whose list opens after `$`. */
export function TemplateInput(props: TemplateInputProps) {
  const { value, onChange, fields } = props;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [list, setList] = useState<CompletionList>();
  const [active, setActive] = useState(0);
  useImperativeHandle(props.handle, () => input.current as HTMLInputElement, []);

  const look = (text: string, position: number) => {
    setList(completePlaceholder(text, position, fields));
    setActive(0);
  };
  const take = (item: CompletionItem) => {
    const element = input.current;
    if (element === null || list === undefined) return;
    const position = element.selectionStart ?? value.length;
    const text = item.insert ?? item.label;
    const end = list.from + text.length + (value.charAt(position) === '}' ? 1 : 0);
    onChange(value.slice(0, list.from) + text + value.slice(position));
    setList(undefined);
    requestAnimationFrame(() => element.setSelectionRange(end, end));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (list === undefined) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = list.items[active];
    if (step !== 0) setActive((active + step + list.items.length) % list.items.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) take(chosen);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      setList(undefined);
      return;
    } else return;
    event.preventDefault();
  };

  const isOpen = list !== undefined;
  return (
    <div className="template-input">
      <input
        ref={input}
        id={props.id}
        className={`input mono ${props.invalid === true ? 'invalid' : ''}`}
        value={value}
        placeholder={props.placeholder}
        disabled={props.disabled}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props.invalid}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.target.value);
          look(event.target.value, event.target.selectionStart ?? event.target.value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setList(undefined);
          props.onBlur?.();
        }}
      />
      <div id={listId} role="listbox" className="menu template-list" hidden={!isOpen} aria-label={props['aria-label']}>
        {list?.items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
          <div
            key={item.label}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="menu-item mono"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(item)}
          >
            {item.label}
          </div>
        ))}
      </div>
    </div>
  );
}
