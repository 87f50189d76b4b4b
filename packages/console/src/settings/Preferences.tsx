import { useTranslation } from 'react-i18next';
import { setTheme, THEME_CHOICES, useThemeChoice } from '../app/theme-store.ts';
import { LANGUAGE_NAMES, LANGUAGES, setLanguage, useLanguage } from '../i18n/index.ts';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';

export function Preferences() {
  const { t } = useTranslation(['settings', 'frame']);
  const language = useLanguage();
  const theme = useThemeChoice();
  return (
    <div className="panel pad stack settings-panel">
      <Field label={t('preferences.language')} help={t('preferences.languageHelp')} group>
        {() => (
          <Segments
            label={t('preferences.language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(next) => void setLanguage(next)}
          />
        )}
      </Field>
      <Field label={t('preferences.theme')} help={t('preferences.themeHelp')} group>
        {() => (
          <Segments
            label={t('preferences.theme')}
            value={theme}
            options={THEME_CHOICES.map((value) => ({ value, label: t(`frame:themes.${value}`) }))}
            onChange={setTheme}
          />
        )}
      </Field>
    </div>
  );
}
