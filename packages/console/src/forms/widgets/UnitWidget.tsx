import { BYTE_UNITS, type Json, splitByteSize, splitDuration, TIME_UNITS } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNumberKey, RATE_UNITS, splitRate } from '../model/convert.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

interface UnitInputProps extends Omit<WidgetProps, 'field'> {
  readonly units: readonly string[];
  readonly unitLabel: (unit: string) => string;
  readonly defaultUnit: string;
  readonly split: (text: string) => { readonly value: string; readonly unit: string } | undefined;
  readonly placeholder: string | undefined;
  /** Between number and unit; nothing unless told. */
  readonly between?: string;
  /** What may be typed; keys of numbers unless told. */
  readonly allows?: (key: string) => boolean;
}

/** A number and its unit as one text. A compound text (`1h30m`) is shown as it is. */
function UnitInput({
  value,
  onChange,
  control,
  label,
  disabled,
  units,
  unitLabel,
  defaultUnit,
  split,
  placeholder,
  between = '',
  allows = isNumberKey,
}: UnitInputProps) {
  const { t } = useTranslation('forms');
  const text = value === undefined || value === null ? '' : String(value);
  const parts = split(text);
  const compound = parts === undefined && text !== '' && ![...text].every((key) => allows(key));
  const [lastUnit, setLastUnit] = useState(parts?.unit ?? split(placeholder ?? '')?.unit ?? defaultUnit);
  const unit = parts?.unit ?? lastUnit;
  if (compound) {
    return (
      <input
        {...control}
        className="input num"
        disabled={disabled}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const put = (number: string, nextUnit: string): Json | undefined =>
    number === '' ? undefined : `${number}${between}${nextUnit}`;
  return (
    <div className="inputgroup">
      <input
        {...control}
        className="input num"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        placeholder={split(placeholder ?? '')?.value}
        value={parts?.value ?? text}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.altKey && !allows(event.key)) event.preventDefault();
        }}
        onChange={(event) => onChange(put(event.target.value, unit))}
      />
      <select
        className="input"
        aria-label={t('unit', { label })}
        disabled={disabled}
        value={unit}
        onChange={(event) => {
          setLastUnit(event.target.value);
          onChange(put(parts?.value ?? text, event.target.value));
        }}
      >
        {units.map((one) => (
          <option key={one} value={one}>
            {unitLabel(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

export function DurationWidget({ field, ...rest }: WidgetProps<FieldOf<'duration'>>) {
  const { t } = useTranslation('forms');
  return (
    <UnitInput
      {...rest}
      placeholder={field.placeholder}
      units={TIME_UNITS}
      unitLabel={(unit) => t(`time.${unit as (typeof TIME_UNITS)[number]}`)}
      defaultUnit="s"
      split={splitDuration}
    />
  );
}

export function ByteSizeWidget({ field, ...rest }: WidgetProps<FieldOf<'byteSize'>>) {
  return (
    <UnitInput
      {...rest}
      placeholder={field.placeholder}
      units={BYTE_UNITS}
      unitLabel={(unit) => unit}
      defaultUnit="MB"
      split={splitByteSize}
    />
  );
}

export function RateWidget({ field, ...rest }: WidgetProps<FieldOf<'rate'>>) {
  const { t } = useTranslation('forms');
  return (
    <UnitInput
      {...rest}
      placeholder={field.placeholder}
      units={RATE_UNITS}
      unitLabel={(unit) => t(`per.${unit as (typeof RATE_UNITS)[number]}`)}
      defaultUnit="s"
      split={splitRate}
      between="/"
      allows={(key) => key.length !== 1 || /[\d.kmgb]/i.test(key)}
    />
  );
}

export function PercentWidget({ field, value, onChange, control, disabled }: WidgetProps<FieldOf<'percent'>>) {
  const text = typeof value === 'string' ? value.replace(/%$/, '') : '';
  return (
    <div className={control['aria-invalid'] ? 'input invalid' : 'input'}>
      <input
        {...control}
        className="num"
        inputMode="decimal"
        disabled={disabled}
        placeholder={field.placeholder?.replace(/%$/, '')}
        value={text}
        onChange={(event) => onChange(event.target.value === '' ? undefined : `${event.target.value}%`)}
      />
      <span className="muted">%</span>
    </div>
  );
}
