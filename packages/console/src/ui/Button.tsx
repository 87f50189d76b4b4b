import type { ButtonHTMLAttributes, HTMLAttributes, MouseEvent, ReactElement, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Tip } from './Tip.tsx';

export type ButtonLook = 'default' | 'primary' | 'ghost' | 'danger' | 'danger-solid';

interface Disableable {
  /** Why the control cannot be used now. It stays focusable and says so. */
  readonly disabledReason?: string | undefined;
}

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'className'>;

function refuse(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function withReason(button: ReactElement<HTMLAttributes<HTMLElement>>, reason: string | undefined): ReactElement {
  return reason === undefined ? button : <Tip label={reason}>{button}</Tip>;
}

export interface ButtonProps extends NativeButton, Disableable {
  readonly look?: ButtonLook;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly icon?: IconName;
  readonly block?: boolean;
  /** Under way: shows a spinner and this text; the button cannot be pressed again. */
  readonly busy?: string | false | undefined;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  look = 'default',
  size = 'md',
  icon,
  block = false,
  busy = false,
  disabledReason,
  children,
  ...rest
}: ButtonProps) {
  const classes = [
    'btn',
    look === 'default' ? '' : look,
    size === 'md' ? '' : size,
    block ? 'block' : '',
    busy ? 'busy' : '',
  ];
  const off = disabledReason !== undefined;
  return withReason(
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      disabled={Boolean(busy)}
      aria-disabled={off || undefined}
      aria-busy={Boolean(busy) || undefined}
      onClick={off ? refuse : rest.onClick}
    >
      {busy ? (
        <span className="spin" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon name={icon} small={size === 'sm'} />
      )}
      {busy || children}
    </button>,
    disabledReason,
  );
}

export interface IconButtonProps extends NativeButton, Disableable {
  readonly icon: IconName;
  /** What it does; also its tooltip. */
  readonly label: string;
  readonly small?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, small = false, disabledReason, ...rest }: IconButtonProps) {
  const off = disabledReason !== undefined;
  return (
    <Tip label={disabledReason ?? label}>
      <button
        type="button"
        {...rest}
        className={small ? 'iconbtn sm' : 'iconbtn'}
        aria-label={label}
        aria-disabled={off || undefined}
        onClick={off ? refuse : rest.onClick}
      >
        <Icon name={icon} small={small} />
      </button>
    </Tip>
  );
}

export interface SwitchProps extends Disableable {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** What is switched, for those who do not see it. */
  readonly label: string;
  readonly id?: string;
  readonly describedBy?: string | undefined;
}

export function Switch({ checked, onChange, label, id, describedBy, disabledReason }: SwitchProps) {
  const off = disabledReason !== undefined;
  return withReason(
    <button
      type="button"
      role="switch"
      id={id}
      className="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={off || undefined}
      onClick={off ? refuse : () => onChange(!checked)}
    />,
    disabledReason,
  );
}
