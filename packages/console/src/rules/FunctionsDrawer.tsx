import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../ui/SideDrawer.tsx';

/** Every function of the language, to look up. */
export function FunctionsDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('rules');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('functions.title')} width="560px">
      <p />
    </SideDrawer>
  );
}
