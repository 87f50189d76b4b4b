import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastError } from '../ui/toast-store.ts';
import { isApiError, isConflict } from './errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the caller shows the error itself. */
    mutationMeta: { readonly quiet?: boolean };
  }
}

/** Shows what no screen shows in place: failed changes, and a backend that does not answer. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error) && error.kind === 'network') toastError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        // Who says which version is changed also asks what to do about another one.
        if (mutation.meta?.quiet !== true && !isConflict(error)) toastError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        gcTime: 300_000,
        retry: (count, error) => count < 2 && isApiError(error) && (error.kind === 'network' || error.status >= 502),
        retryDelay: 500,
      },
    },
  });
}
