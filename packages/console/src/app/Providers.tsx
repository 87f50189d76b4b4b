import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toasts } from '../ui/Toasts.tsx';
import { styleNonce } from './csp-nonce.ts';
import { resolveVariables, theme } from './mantine.ts';
import { useTheme } from './theme-store.ts';

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
