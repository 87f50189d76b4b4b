import { Menu as MantineMenu } from '@mantine/core';
import { Fragment, type MouseEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Tip } from './Tip.tsx';

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

function Item({ action }: { readonly action: MenuAction }) {
  const off = action.disabledReason !== undefined;
  const item = (
    <MantineMenu.Item
      classNames={{ item: action.danger ? 'menu-item danger' : 'menu-item' }}
      aria-disabled={off || undefined}
      {...(off ? { 'data-disabled': true } : {})}
      {...(action.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': action.checked })}
      closeMenuOnClick={!off}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        if (!off) action.onSelect();
      }}
    >
      <span className="row">
        {action.checked !== undefined ? (
          <span className="menu-check">{action.checked && <Icon name="check" small />}</span>
        ) : (
          action.icon !== undefined && <Icon name={action.icon} />
        )}
        <span className="grow">
          {action.label}
          {action.note !== undefined && <span className="menu-note">{action.note}</span>}
        </span>
        {action.shortcut !== undefined && <kbd className="kbd">{action.shortcut}</kbd>}
      </span>
    </MantineMenu.Item>
  );
  return action.disabledReason === undefined ? item : <Tip label={action.disabledReason}>{item}</Tip>;
}

/** A list of things to do, opened by `target`. */
export function Menu({
  target,
  actions,
  head,
  position = 'bottom-end',
}: {
  readonly target: ReactElement;
  readonly actions: readonly MenuAction[];
  readonly head?: ReactNode;
  readonly position?: 'bottom-start' | 'bottom-end';
}) {
  return (
    <MantineMenu
      position={position}
      withinPortal
      shadow="none"
      zIndex="var(--z-menu)"
      transitionProps={{ duration: 90, transition: 'fade' }}
      loop
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown className="menu">
        {head !== undefined && <div className="menu-label">{head}</div>}
        {actions.map((action) => (
          <Fragment key={action.label}>
            {action.divided === true && <MantineMenu.Divider className="menu-divider" />}
            <Item action={action} />
          </Fragment>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

/** The "⋯" of a row. The menu is made when it is first wanted: a list has many rows. */
export function MoreMenu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  const [wanted, setWanted] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wanted) return;
    target.current?.focus();
    target.current?.click();
  }, [wanted]);
  const look = { type: 'button', className: 'iconbtn sm', 'aria-label': label } as const;
  if (!wanted) {
    return (
      <button {...look} aria-haspopup="menu" onClick={() => setWanted(true)}>
        <Icon name="more" small />
      </button>
    );
  }
  return (
    <Menu
      target={
        <button {...look} ref={target}>
          <Icon name="more" small />
        </button>
      }
      actions={actions}
    />
  );
}
