import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { usePaletteOpened } from '../palette/palette-store.ts';
import { useShortcuts } from '../palette/shortcuts.ts';
import { Nav, TabBar } from './Nav.tsx';
import { TopBar } from './TopBar.tsx';

const Palette = lazy(() => import('../palette/Palette.tsx'));

/** Loaded when it is first opened. */
function PaletteHost() {
  const opened = usePaletteOpened();
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Palette opened={opened} />
    </Suspense>
  ) : null;
}

/** Navigation and top bar around the page. Moving to another page takes the focus to its beginning. */
export function Frame({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('frame');
  useShortcuts();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (previous.current !== undefined && path !== previous.current) main.current?.focus({ preventScroll: true });
    previous.current = path;
  }, [path]);
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <Nav />
      <TopBar />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        {/* A page whose code is still on its way must not take the frame with it. */}
        <Suspense fallback={<SkeletonLines />}>{children ?? <Outlet />}</Suspense>
      </main>
      <TabBar />
      <PaletteHost />
    </div>
  );
}
