import { useTranslation } from 'react-i18next';
import { Switch } from './Button.tsx';

/** The switch of an object in the head of its page, with its state as a word. */
export function EnableInHead({
  isEnabled,
  label,
  disabledReason,
  onChange,
}: {
  readonly isEnabled: boolean;
  readonly label: string;
  readonly disabledReason: string | undefined;
  readonly onChange: (enable: boolean) => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <span className="row soft">
      <Switch checked={isEnabled} label={label} disabledReason={disabledReason} onChange={onChange} />
      <span aria-hidden="true">{isEnabled ? t('enabled') : t('disabled')}</span>
    </span>
  );
}
