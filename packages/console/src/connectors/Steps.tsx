import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';

/** The guide bar: step 0 (type) and step 1 (configuration); a done step has a check mark and can be gone back to. */
export function Steps({
  step,
  onBack,
}: {
  readonly step: 0 | 1 /** Absent: the type is given, as in a copy. */;
  readonly onBack?: () => void;
}) {
  const { t } = useTranslation('connectors');
  return (
    <ol className="steps" aria-label={t('wizard.label')}>
      {step === 0 ? (
        <li aria-current="step">
          <span className="no">1</span>
          {t('wizard.type')}
        </li>
      ) : (
        <li className="done">
          <span className="no">
            <Icon name="check" small />
          </span>
          {onBack === undefined ? (
            t('wizard.type')
          ) : (
            <button type="button" className="link soft" onClick={onBack}>
              {t('wizard.type')}
            </button>
          )}
        </li>
      )}
      <li className="arrow hide-s" aria-hidden="true" />
      <li aria-current={step === 1 ? 'step' : undefined}>
        <span className="no">2</span>
        {t('wizard.configuration')}
      </li>
    </ol>
  );
}
