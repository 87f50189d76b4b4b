import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession, useSignOut } from '../../api/session.ts';
import { LANGUAGE_NAMES, LANGUAGES, setLanguage, useLanguage } from '../../i18n/index.ts';
import type { MenuAction } from '../../ui/Menu.tsx';
import { setTheme, THEME_CHOICES, useThemeChoice } from '../theme-store.ts';

export function useLanguageActions(): readonly MenuAction[] {
  const current = useLanguage();
  return LANGUAGES.map((language) => ({
    label: LANGUAGE_NAMES[language],
    checked: language === current,
    onSelect: () => void setLanguage(language),
  }));
}

export function useThemeActions(): readonly MenuAction[] {
  const { t } = useTranslation('frame');
  const current = useThemeChoice();
  return THEME_CHOICES.map((choice) => ({
    label: t(`themes.${choice}`),
    checked: choice === current,
    onSelect: () => setTheme(choice),
  }));
}

export function useAccountActions(): readonly MenuAction[] {
  const { t } = useTranslation('frame');
  const router = useRouter();
  const session = useSession();
  const signOut = useSignOut();
  return [
    {
      label: t('changePassword'),
      icon: 'key',
      onSelect: () => void router.navigate({ to: '/settings', search: { tab: 'users' } }),
    },
    { label: t('signOut'), icon: 'signOut', onSelect: () => signOut.mutate(session?.username ?? '') },
  ];
}
