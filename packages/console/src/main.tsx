import './styles/tokens.css';
import './styles/base.css';
import './app/mantine.ts';
import './styles/controls.css';
import './styles/blocks.css';
import './styles/table.css';
import './styles/form.css';
import './styles/frame.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenSessionExpires } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';
import { adoptSession, getSession, onSessionChange } from './api/session-store.ts';
import { Providers } from './app/Providers.tsx';
import { router } from './app/router.tsx';
import { startI18n } from './i18n/index.ts';

const client = createQueryClient();

function toSignIn(reason?: string): void {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/login') return;
  client.clear();
  router.navigate({ to: '/login', search: { to: pathname === '/' ? undefined : pathname + searchStr, reason } });
}

whenSessionExpires(toSignIn);
onSessionChange(() => {
  if (getSession() === undefined) toSignIn();
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
