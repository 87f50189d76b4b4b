import type { Field } from './model/types.ts';
import type { WidgetComponent } from './widget.ts';
import { EnumWidget, SegmentWidget, SuggestWidget } from './widgets/ChoiceWidgets.tsx';
import { CodeWidget } from './widgets/CodeWidget.tsx';
import { ConnectorWidget } from './widgets/ConnectorWidget.tsx';
import { FileWidget } from './widgets/FileWidget.tsx';
import { JsonWidget } from './widgets/JsonWidget.tsx';
import { ListWidget } from './widgets/ListWidget.tsx';
import { MapWidget } from './widgets/MapWidget.tsx';
import { NumberWidget } from './widgets/NumberWidget.tsx';
import { PasswordWidget } from './widgets/PasswordWidget.tsx';
import { TableWidget } from './widgets/TableWidget.tsx';
import { TextWidget } from './widgets/TextWidget.tsx';
import { ByteSizeWidget, DurationWidget, PercentWidget, RateWidget } from './widgets/UnitWidget.tsx';

interface Renderer {
  /** How well it suits a field; 0 is not at all. */
  readonly rank: (field: Field) => number;
  readonly widget: WidgetComponent;
  /** The control is a group: its label names it instead of pointing to one input. */
  readonly group?: boolean;
}

/** Widgets know their own field type; the table below guarantees that they get no other. */
function renderer(widget: unknown, rank: (field: Field) => number, group = false): Renderer {
  return { widget: widget as WidgetComponent, rank, group };
}

const only =
  (name: Field['widget'], rank = 1) =>
  (field: Field) =>
    field.widget === name ? rank : 0;

const RENDERERS: readonly Renderer[] = [
  renderer(TextWidget, only('text')),
  renderer(PasswordWidget, only('password')),
  renderer(CodeWidget, only('code'), true),
  renderer(NumberWidget, only('number')),
  renderer(EnumWidget, only('enum')),
  renderer(SuggestWidget, (field) =>
    field.widget === 'enum' && field.custom === 'text' && field.options.length <= 2 ? 2 : 0,
  ),
  renderer(SegmentWidget, (field) => (field.widget === 'enum' && isShort(field) ? 2 : 0), true),
  renderer(DurationWidget, only('duration')),
  renderer(ByteSizeWidget, only('byteSize')),
  renderer(PercentWidget, only('percent')),
  renderer(RateWidget, only('rate')),
  renderer(ListWidget, (field) => (field.widget === 'list' && field.options === undefined ? 1 : 0)),
  renderer(ListWidget, (field) => (field.widget === 'list' && field.options !== undefined ? 1 : 0), true),
  renderer(TableWidget, only('table'), true),
  renderer(MapWidget, only('map'), true),
  renderer(FileWidget, (field) => (field.widget === 'file' || field.widget === 'certificate' ? 1 : 0)),
  renderer(ConnectorWidget, only('connector')),
  renderer(JsonWidget, (field) => (field.widget === 'json' ? 1 : 0)),
];

/** Two or three words, short enough to stand beside each other. */
function isShort(field: Extract<Field, { widget: 'enum' }>): boolean {
  const words = field.options.map((option) => option.label.en);
  return (
    field.custom === undefined &&
    field.required &&
    words.length >= 2 &&
    words.length <= 3 &&
    words.join('').length <= 24
  );
}

/** The best renderer for a field; JSON when there is none, so that no form is ever blank. */
export function rendererOf(field: Field): Renderer {
  let best: Renderer = renderer(JsonWidget, () => 0);
  let most = 0;
  for (const one of RENDERERS) {
    const rank = one.rank(field);
    if (rank > most) {
      best = one;
      most = rank;
    }
  }
  return best;
}
