import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/Button.tsx';

/** How long the tick stands for "copied", in ms (decision 8). */
const TICK_MS = 500;

/** Copies a text to the clipboard and says so for half a second. */
export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation('ui');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      small
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('copied') : t('copyText')}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    />
  );
}
