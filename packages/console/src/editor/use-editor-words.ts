import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/index.ts';
import type { EditorWords } from './editor-words.ts';

/** Is this a Mac, where shortcuts are written with ⌘? */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** `⌘↵` or `Ctrl+↵`. */
export function shortcut(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl+${key}`;
}

/** The words of an editor in the language of the page; the same object until the language changes. */
export function useEditorWords(): EditorWords {
  const language = useLanguage();
  const { t } = useTranslation('editor');
  return useMemo(
    () => ({ language, expected: t('expected'), fixKey: shortcut('.'), leave: t('leave') }),
    [language, t],
  );
}
