import type { Json } from '@sluice/contract';
import { createContext, useContext } from 'react';
import type { FormMode, FormRecord, Path, Problem } from './model/types.ts';

/** What the widgets of one form share. Functions are stable; widgets get their values as properties. */
export interface FormContextValue {
  readonly id: string;
  readonly type: string;
  readonly mode: FormMode;
  /** Nothing can be changed; says why on the controls. */
  readonly locked: string | undefined;
  readonly set: (path: Path, value: Json | undefined) => void;
  /** Columns that templates may name. */
  readonly templateFields: readonly string[];
  /** Opens the form of a new connector; the name of the created one comes back. */
  readonly createConnector?: ((type: string, onCreated: (name: string) => void) => void) | undefined;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (value === undefined) throw new Error('a field outside of a form');
  return value;
}

/** The parts of a form that change while typing. */
export interface FormState {
  readonly record: FormRecord;
  readonly problems: ReadonlyMap<string, Problem>;
}

export const FormStateContext = createContext<FormState>({ record: {}, problems: new Map() });

export function useFormState(): FormState {
  return useContext(FormStateContext);
}

/** Key of a path in maps and element ids. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The element id of the control at a path: problems and failed tests lead there. */
export function controlId(formId: string, path: Path): string {
  return `${formId}-${path.join('-')}`;
}
