import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawerFoot } from './ActionBar.tsx';
import { IconButton } from './Button.tsx';
import { ModalLayer } from './ModalLayer.tsx';
import './side-drawer.css';

export interface SideDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** CSS width; 60 % of the page unless told. The whole width on a phone. */
  readonly width?: string;
  /** Buttons at the foot; the last one is the main one. A form inside puts its own there. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

/** A second page beside the page: forms and references that must not lose what is behind them. */
export function SideDrawer({ opened, onClose, title, width = '60%', foot, children }: SideDrawerProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const place = useMemo(() => ({ element }), [element]);
  if (!opened) return null;
  return (
    <ModalLayer className="drawer" placeClassName="drawer-place" labelledBy={id} width={width} onClose={onClose}>
      <div className="drawer-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      <DrawerFoot value={place}>
        <div className="drawer-body">{children}</div>
      </DrawerFoot>
      <div className="drawer-foot" ref={setElement}>
        {foot}
      </div>
    </ModalLayer>
  );
}
