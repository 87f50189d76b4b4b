import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { About } from './About.tsx';
import { Preferences } from './Preferences.tsx';
import './settings.css';

const Users = lazy(() => import('./Users.tsx').then((module) => ({ default: module.Users })));
const ApiKeys = lazy(() => import('./ApiKeys.tsx').then((module) => ({ default: module.ApiKeys })));
const MqttSettings = lazy(() => import('./MqttSettings.tsx').then((module) => ({ default: module.MqttSettings })));
const ClusterSettings = lazy(() =>
  import('./ClusterSettings.tsx').then((module) => ({ default: module.ClusterSettings })),
);
const Transfer = lazy(() => import('./Transfer.tsx').then((module) => ({ default: module.Transfer })));
const Changes = lazy(() => import('./Changes.tsx').then((module) => ({ default: module.Changes })));

const TABS = ['preferences', 'users', 'keys', 'mqtt', 'session', 'cluster', 'transfer', 'changes', 'about'] as const;
type Tab = (typeof TABS)[number];

function isTab(text: string | undefined): text is Tab {
  return TABS.some((tab) => tab === text);
}

function Content({ tab }: { readonly tab: Tab }) {
  switch (tab) {
    case 'preferences':
      return <Preferences />;
    case 'users':
      return <Users />;
    case 'keys':
      return <ApiKeys />;
    case 'mqtt':
    case 'session':
      return <MqttSettings part={tab} />;
    case 'cluster':
      return <ClusterSettings />;
    case 'transfer':
      return <Transfer />;
    case 'changes':
      return <Changes />;
    case 'about':
      return <About />;
  }
}

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const search = useSearch({ from: '/frame/settings' });
  const tab = isTab(search.tab) ? search.tab : 'preferences';
  return (
    <>
      <PageHead title={t('title')} />
      <TabLinks label={t('tabsLabel')} active={tab} tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      <Suspense fallback={<SkeletonLines count={4} />}>
        <Content tab={tab} />
      </Suspense>
    </>
  );
}
