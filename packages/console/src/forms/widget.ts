import type { Json } from '@sluice/contract';
import type { ComponentType } from 'react';
import type { FieldControl } from '../ui/Field.tsx';
import type { Field, Widget } from './model/types.ts';

export type FieldOf<W extends Widget> = Extract<Field, { readonly widget: W }>;

/** What a widget gets: its field, the value at its path, and how to change it. */
export interface WidgetProps<F extends Field = Field> {
  readonly field: F;
  readonly value: Json | undefined;
  /** `undefined` removes the key. */
  readonly onChange: (value: Json | undefined) => void;
  readonly control: FieldControl;
  readonly label: string;
  readonly disabled: boolean;
}

export type WidgetComponent = ComponentType<WidgetProps>;
