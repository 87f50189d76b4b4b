import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toasts } from '../ui/Toasts.tsx';
import { resolveVariables, theme } from './mantine.ts';
import { useTheme } from './theme-store.ts';

/** The nonce that the server put into the page for the styles that are made at run time. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

export function Providers({ client, children }: { readonly client: QueryClient; readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        forceColorScheme={useTheme()}
        getStyleNonce={styleNonce}
      >
        {children}
        <Toasts />
      </MantineProvider>
    </QueryClientProvider>
  );
}
