import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/PageHead.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { Clients } from './Clients.tsx';
import { Listeners } from './Listeners.tsx';
import { MqttUsers } from './MqttUsers.tsx';
import { Permissions } from './Permissions.tsx';
import './mqtt.css';

const TABS = ['clients', 'listeners', 'users', 'permissions'] as const;
type Tab = (typeof TABS)[number];

const VIEWS: Readonly<Record<Tab, () => React.ReactNode>> = {
  clients: () => <Clients />,
  listeners: () => <Listeners />,
  users: () => <MqttUsers />,
  permissions: () => <Permissions />,
};

/** Who is connected over MQTT, where, as whom, and with which permissions. */
export function MqttPage() {
  const { t } = useTranslation('mqtt');
  const search = useSearch({ from: '/frame/mqtt' });
  const tab = TABS.find((one) => one === search.tab) ?? 'clients';
  return (
    <>
      <PageHead title={t('title')} />
      <TabLinks label={t('title')} active={tab} tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {VIEWS[tab]()}
    </>
  );
}
