import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Nav, TabBar } from './Nav.tsx';
import { TopBar } from './TopBar.tsx';

/** Navigation and top bar around the page. Moving to another page takes the focus to its beginning. */
export function Frame() {
  const { t } = useTranslation('frame');
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
        <Outlet />
      </main>
      <TabBar />
    </div>
  );
}
