import type { SchemaDocument } from '@sluice/contract';
import { useMemo } from 'react';
import { useSchema } from '../api/schemas.ts';
import { buildForm } from '../forms/model/build.ts';
import type { FormMode, FormModel } from '../forms/model/types.ts';

export interface ConnectorModel {
  readonly document: SchemaDocument | undefined;
  /** `undefined` while loading, after a failure, and for a type the backend does not describe. */
  readonly model: FormModel | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The form of a connector type, from the schema document of the backend. */
export function useConnectorModel(type: string | undefined, mode: FormMode): ConnectorModel {
  const { data, error, refetch } = useSchema('connectors');
  const model = useMemo(
    () => (data === undefined || type === undefined ? undefined : buildForm(data, { kind: 'connector', type, mode })),
    [data, type, mode],
  );
  return { document: data, model, error: data === undefined ? error : null, retry: () => void refetch() };
}
