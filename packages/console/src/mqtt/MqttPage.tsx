import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { Bans } from './Bans.tsx';
import { Clients } from './Clients.tsx';
import { Listeners } from './Listeners.tsx';
import { MqttUsers } from './MqttUsers.tsx';
import { Permissions } from './Permissions.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { Retained } from './Retained.tsx';
import './mqtt.css';

const TABS = ['clients', 'retained', 'listeners', 'users', 'permissions', 'bans'] as const;
type Tab = (typeof TABS)[number];

const VIEWS: Readonly<Record<Tab, () => React.ReactNode>> = {
  clients: () => <Clients />,
  retained: () => <Retained />,
  listeners: () => <Listeners />,
  users: () => <MqttUsers />,
  permissions: () => <Permissions />,
  bans: () => <Bans />,
};

/** Who is connected over MQTT, where, as whom and with which permissions, and what the broker keeps for them. */
export function MqttPage() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [publishing, setPublishing] = useState(false);
  const search = useSearch({ from: '/frame/mqtt' });
  const tab = TABS.find((one) => one === search.tab) ?? 'clients';
  return (
    <>
      <PageHead title={t('title')}>
        <Button icon="play" disabledReason={viewer} onClick={() => setPublishing(true)}>
          {t('publish.open')}
        </Button>
      </PageHead>
      <TabLinks label={t('title')} active={tab} tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {VIEWS[tab]()}
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </>
  );
}
