import { useTranslation } from 'react-i18next';
import { dayOf, type ExpiryChoice } from './expiry.ts';
import { Field } from './Field.tsx';
import { Segments } from './Segments.tsx';

/** When something ends; see `expiryOf`. */
export function ExpiryField({
  label,
  help,
  never,
  choices,
  choice,
  day,
  isBad,
  onChange,
}: {
  readonly label: string;
  readonly help?: string;
  /** What the choice `never` is called, where the label asks until when. */
  readonly never?: string;
  readonly choices: readonly ExpiryChoice[];
  readonly choice: ExpiryChoice;
  /** `2026-11-21`, for the choice `day`. */
  readonly day: string;
  readonly isBad: boolean;
  readonly onChange: (choice: ExpiryChoice, day: string) => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <Field label={label} error={isBad && t('expiry.dayBad')} help={help} group>
      {() => (
        <div className="row wrap">
          <Segments
            label={label}
            value={choice}
            options={choices.map((value) => ({
              value,
              label: value === 'never' && never !== undefined ? never : t(`expiry.${value}`),
            }))}
            onChange={(next) => onChange(next, day)}
          />
          {choice === 'day' && (
            <input
              type="date"
              className="input date-input"
              aria-label={t('expiry.lastDay')}
              aria-invalid={isBad || undefined}
              min={dayOf(new Date())}
              value={day}
              onChange={(event) => onChange(choice, event.target.value)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
