import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { ButtonLook } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { Tip } from './Tip.tsx';

interface Looks extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly look?: ButtonLook;
  readonly size?: 'sm' | 'md';
  readonly icon?: IconName;
  /** Why the page behind it cannot be used now. */
  readonly disabledReason?: string | undefined;
  readonly ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ look = 'default', size = 'md', icon, disabledReason, children, ...rest }: Looks) {
  const className = ['btn', look === 'default' ? '' : look, size === 'md' ? '' : size].filter(Boolean).join(' ');
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} small={size === 'sm'} />}
      {children}
    </>
  );
  if (disabledReason === undefined) {
    return (
      <a {...rest} className={className}>
        {content}
      </a>
    );
  }
  return (
    <Tip label={disabledReason}>
      <button type="button" className={className} aria-disabled="true">
        {content}
      </button>
    </Tip>
  );
}

const Linked = createLink(Anchor);

/** A link in the shape of a button: it opens in a new tab like any link. */
export const LinkButton: LinkComponent<typeof Anchor> = (props) => <Linked preload="intent" {...props} />;
