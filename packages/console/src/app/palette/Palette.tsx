import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { ModalLayer } from '../../ui/ModalLayer.tsx';
import { setPaletteOpened } from './palette-store.ts';
import { bestOf } from './rank.ts';
import { type PaletteCommand, useCommands } from './use-commands.ts';
import './palette.css';

const SHOWN = 12;

function Content() {
  const { t } = useTranslation('frame');
  const commands = useCommands();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useMemo(() => bestOf(commands, typed, SHOWN), [commands, typed]);
  const index = Math.min(active, Math.max(0, shown.length - 1));

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function run(command: PaletteCommand | undefined): void {
    if (command === undefined) return;
    setPaletteOpened(false);
    command.run();
  }

  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) {
      event.preventDefault();
      setActive((index + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[index]);
    }
  }

  return (
    <>
      <div className="palette-input">
        <Icon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${index}` : undefined}
          aria-autocomplete="list"
          aria-label={t('paletteShort')}
          placeholder={t('palette')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <kbd className="kbd">Esc</kbd>
      </div>
      <div
        className="palette-list"
        role="listbox"
        id={`${id}-list`}
        aria-label={t('paletteShort')}
        ref={list}
        tabIndex={-1}
      >
        {shown.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is served by the input that controls the list
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={command.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === index}
            className="palette-option"
            onMouseMove={() => setActive(at)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className="grow clip">{command.label}</span>
            {command.keys !== undefined && <kbd className="kbd">{command.keys}</kbd>}
            <span className="muted small">{command.kind}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="pad soft">{t('paletteNothing')}</p>}
      <div className="sr" role="status">
        {t('paletteCount', { count: shown.length })}
      </div>
    </>
  );
}

/** Go to or do: sections, objects and commands by a few letters. */
export default function Palette({ opened }: { readonly opened: boolean }) {
  const { t } = useTranslation('frame');
  const id = useId();
  if (!opened) return null;
  return (
    <ModalLayer
      className="dialog palette"
      placeClassName="palette-place"
      labelledBy={id}
      width="560px"
      onClose={() => setPaletteOpened(false)}
    >
      <h2 id={id} className="sr">
        {t('paletteShort')}
      </h2>
      <Content />
    </ModalLayer>
  );
}
