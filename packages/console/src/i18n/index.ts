import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { texts as english } from './en/index.ts';

export type Language = 'en' | 'zh';
export const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

const KEY = 'sluice.language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof english;
    returnNull: false;
  }
}

async function load(language: Language): Promise<Readonly<Record<string, unknown>>> {
  return language === 'zh' ? (await import('./zh/index.ts')).texts : (await import('./en/index.ts')).texts;
}

async function add(language: Language): Promise<void> {
  for (const [namespace, texts] of Object.entries(await load(language))) {
    i18next.addResourceBundle(language, namespace, texts);
  }
}

/** Starts with the language that `boot.js` wrote on the document. */
export async function startI18n(): Promise<void> {
  const language: Language = document.documentElement.lang === 'zh' ? 'zh' : 'en';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'ui',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await add(language);
}

/** Changes the language in place and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'ui')) await add(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Forgotten at the next visit then.
  }
}

export function useLanguage(): Language {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en';
}

/** The text in the language of the page, for texts that come with data instead of from the text files. */
export function usePick(): (text: Readonly<Record<Language, string>>) => string {
  const language = useLanguage();
  return (text) => text[language] || text.en;
}
