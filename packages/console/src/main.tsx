import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/blocks.css';
import './styles/table.css';
import './styles/form.css';
import './styles/frame.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type ExpiryReason, whenSessionExpires } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';
import { adoptSession, getSession, onSessionChange } from './api/session-store.ts';
import { Providers } from './app/Providers.tsx';
import { router } from './app/router.tsx';
import { startI18n } from './i18n/index.ts';

const client = createQueryClient();

/** Why the session ended, until the sign-in page has been told. */
let reason: ExpiryReason | undefined;

whenSessionExpires((why) => {
  reason = why;
});
onSessionChange(() => {
  if (getSession() !== undefined) return;
  const { pathname, searchStr } = router.state.location;
  if (pathname !== '/login') {
    client.clear();
    // Who signed out starts anew; whose session ended goes on where it did.
    const to = reason === undefined || pathname === '/' ? undefined : pathname + searchStr;
    void router.navigate({ to: '/login', search: { to, reason } });
  }
  reason = undefined;
});

await Promise.all([startI18n(), adoptSession()]);

const host = document.getElementById('root');
if (host !== null) {
  createRoot(host).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
