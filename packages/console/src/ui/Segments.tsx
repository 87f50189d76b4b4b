import type { KeyboardEvent } from 'react';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly id?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** A choice of few, all visible: a radio group, moved through with the arrow keys. */
export function Segments<Value extends string>({
  label,
  id,
  value,
  options,
  onChange,
  disabled = false,
}: SegmentsProps<Value>) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = options[(index + step + options.length) % options.length];
    if (next === undefined) return;
    onChange(next.value);
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[options.indexOf(next)]?.focus();
  }
  return (
    <div id={id} tabIndex={-1} className="segments" role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold this shape
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          disabled={disabled}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
