import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { ConnectorCreateDrawer } from '../app/flows.tsx';
import type { FormContextValue } from '../forms/form-context.ts';

type CreateConnector = NonNullable<FormContextValue['createConnector']>;

/** For forms that choose a connector: makes a new one beside the form, and the drawer that has to be on the page. */
export function useConnectorDrawer(): { readonly createConnector: CreateConnector; readonly drawer: ReactNode } {
  const [creating, setCreating] = useState<{ readonly type: string; readonly onCreated: (name: string) => void }>();
  const createConnector = useCallback<CreateConnector>((type, onCreated) => setCreating({ type, onCreated }), []);
  return {
    createConnector,
    drawer: creating !== undefined && (
      <Suspense>
        <ConnectorCreateDrawer
          opened
          type={creating.type}
          onClose={() => setCreating(undefined)}
          onCreated={(made) => {
            creating.onCreated(made.name);
            setCreating(undefined);
          }}
        />
      </Suspense>
    ),
  };
}
