import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';

export interface DrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** CSS width; 60 % unless told, the whole page on narrow screens. */
  readonly width?: string;
  readonly children?: ReactNode;
}

/** A page beside the page. Esc closes it, and the focus goes back to where it was. */
export function Drawer({ opened, onClose, title, width = '60%', children }: DrawerProps) {
  const { t } = useTranslation('ui');
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={`max(${width}, min(100vw, 640px))`}
      zIndex="var(--z-drawer)"
      transitionProps={{ duration: 180 }}
      classNames={{ content: 'drawer', overlay: 'scrim' }}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content>
        <div className="drawer-head">
          <MantineDrawer.Title className="drawer-title">{title}</MantineDrawer.Title>
          <IconButton icon="close" label={t('close')} onClick={onClose} />
        </div>
        <div className="drawer-body">{children}</div>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}
