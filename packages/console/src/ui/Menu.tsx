import {
  cloneElement,
  Fragment,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { landmarkOf, useFloating } from './floating.ts';
import { Icon, type IconName } from './Icon.tsx';

export interface MenuAction {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  /** A line above it. */
  readonly divided?: boolean;
  readonly disabledReason?: string | undefined;
  readonly shortcut?: string;
  readonly checked?: boolean;
  /** A quieter line below the label. */
  readonly note?: string;
}

/** The one reason for which several items are off: said once, below them all. */
function sharedReason(actions: readonly MenuAction[]): string | undefined {
  const reasons = actions.map((action) => action.disabledReason).filter((reason) => reason !== undefined);
  return reasons.length > 1 && new Set(reasons).size === 1 ? reasons[0] : undefined;
}

function Item({
  action,
  reasonId,
  onChoose,
}: {
  readonly action: MenuAction;
  /** Element that says why items are off, when it is not said in each. */
  readonly reasonId: string | undefined;
  readonly onChoose: () => void;
}) {
  const off = action.disabledReason !== undefined;
  const note = (reasonId === undefined ? action.disabledReason : undefined) ?? action.note;
  return (
    <button
      type="button"
      className={action.danger ? 'menu-item danger' : 'menu-item'}
      tabIndex={-1}
      aria-disabled={off || undefined}
      aria-describedby={off ? reasonId : undefined}
      {...(action.checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemradio', 'aria-checked': action.checked })}
      onMouseMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (!off) onChoose();
      }}
    >
      {action.checked !== undefined ? (
        <span className="menu-check">{action.checked && <Icon name="check" small />}</span>
      ) : (
        action.icon !== undefined && <Icon name={action.icon} />
      )}
      <span className="grow">
        {action.label}
        {note !== undefined && <span className="menu-note">{note}</span>}
      </span>
      {action.shortcut !== undefined && <kbd className="kbd">{action.shortcut}</kbd>}
    </button>
  );
}

/** Where a key leads from one of several items; `undefined` for keys that do not move. */
function destination(key: string, items: readonly HTMLElement[], at: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % items.length;
    case 'ArrowUp':
      return (at - 1 + items.length) % items.length;
    case 'Home':
      return 0;
    case 'End':
      return items.length - 1;
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const from = [...items.keys()].map((index) => (at + 1 + index) % items.length);
      return from.find((index) => items[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}

function Dropdown({
  anchor,
  id,
  actions,
  head,
  position,
  onClose,
}: Pick<MenuProps, 'actions' | 'head'> & {
  readonly anchor: HTMLElement;
  readonly id: string;
  readonly position: 'bottom-start' | 'bottom-end';
  /** `back`: the focus goes back to what opened the menu. */
  readonly onClose: (back: boolean) => void;
}) {
  const ref = useFloating<HTMLDivElement>(anchor, 'below', position === 'bottom-start' ? 'start' : 'end', 6);
  useEffect(() => {
    const menu = ref.current;
    (
      menu?.querySelector<HTMLElement>('[aria-checked="true"]') ??
      menu?.querySelector<HTMLElement>('[role^="menuitem"]')
    )?.focus();
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !menu?.contains(target) && !anchor.contains(target)) onClose(false);
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, [ref, anchor, onClose]);

  function onKey(event: KeyboardEvent<HTMLDivElement>): void {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    // Keys in the menu are the menu's: a list or a dialog below must not take them too.
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose(true);
      return;
    }
    const target = destination(event.key, items, at);
    if (target === undefined) return;
    event.preventDefault();
    items[target]?.focus();
  }

  const shared = sharedReason(actions);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the items take the keys; here they only bubble by
    <div
      ref={ref}
      popover="manual"
      className="menu"
      onKeyDown={onKey}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {head !== undefined && <div className="menu-label">{head}</div>}
      <div
        role="menu"
        id={id}
        aria-label={anchor.textContent?.trim() || anchor.getAttribute('aria-label') || undefined}
      >
        {actions.map((action) => (
          <Fragment key={action.label}>
            {action.divided === true && <hr className="menu-divider" />}
            <Item
              action={action}
              reasonId={shared === undefined ? undefined : `${id}-reason`}
              onChoose={() => {
                onClose(true);
                action.onSelect();
              }}
            />
          </Fragment>
        ))}
      </div>
      {shared !== undefined && (
        <div className="menu-reason" id={`${id}-reason`}>
          {shared}
        </div>
      )}
    </div>,
    landmarkOf(anchor),
  );
}

interface MenuProps {
  readonly target: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly actions: readonly MenuAction[];
  readonly head?: ReactNode;
  readonly position?: 'bottom-start' | 'bottom-end';
}

/** A list of things to do, opened by `target`. */
export function Menu({ target, actions, head, position = 'bottom-end' }: MenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const open = anchor !== undefined;
  const onClose = (back: boolean) => {
    setAnchor(undefined);
    if (back) anchor?.focus();
  };
  return (
    <>
      {cloneElement(target, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        ...(open ? { 'aria-controls': id } : {}),
        onClick: (event: MouseEvent<HTMLElement>) => setAnchor(open ? undefined : event.currentTarget),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        },
      })}
      {open && <Dropdown anchor={anchor} id={id} actions={actions} head={head} position={position} onClose={onClose} />}
    </>
  );
}

/** The "⋯" of a row. */
export function MoreMenu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  return (
    <Menu
      target={
        <button type="button" className="iconbtn sm" aria-label={label}>
          <Icon name="more" small />
        </button>
      }
      actions={actions}
    />
  );
}
