import type { Json } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { stringifyExact } from '../api/exact-json.ts';
import { usePick } from '../i18n/index.ts';
import { UNKNOWN } from '../ui/format.ts';
import { Markdown } from '../ui/Markdown.tsx';
import type { Field, Widget } from './model/types.ts';

/** In a read-only form these stay controls (disabled); everything else is text. */
const CONTROLS: readonly Widget[] = ['boolean', 'code', 'list', 'table', 'map', 'object', 'ssl'];

export function isPlainInView(field: Field): boolean {
  return !CONTROLS.includes(field.widget);
}

export function PlainValue({ field, value }: { readonly field: Field; readonly value: Json | undefined }) {
  const pick = usePick();
  const { t } = useTranslation('forms');
  if (field.widget === 'text' && field.markdown === true && typeof value === 'string' && value !== '') {
    return <Markdown text={value} contents={t('contents')} />;
  }
  const option = field.widget === 'enum' ? field.options.find((one) => one.value === value) : undefined;
  const text =
    option !== undefined
      ? pick(option.label)
      : value === undefined || value === ''
        ? UNKNOWN
        : typeof value === 'string'
          ? value
          : stringifyExact(value);
  return <div className="plain-value break">{text}</div>;
}
