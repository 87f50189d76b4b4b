import { Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/** More about the thing under the pointer or the focus, after 500 ms. */
export function Tip({ label, children }: { readonly label: ReactNode; readonly children: ReactElement }) {
  return (
    <Tooltip
      label={label}
      openDelay={500}
      multiline
      maw={300}
      classNames={{ tooltip: 'tip' }}
      events={{ hover: true, focus: true, touch: true }}
      zIndex="var(--z-toast)"
    >
      {children}
    </Tooltip>
  );
}
