import { Link, type LinkProps, useMatchRoute, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../../ui/Glyph.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Menu, type MenuAction } from '../../ui/Menu.tsx';
import { useAccountActions, useLanguageActions, useThemeActions } from './menu-actions.ts';
import { type NavCount, useNavCounts } from './nav-counts.ts';

interface Section {
  readonly id: 'overview' | 'rules' | 'actions' | 'sources' | 'connectors' | 'webhooks' | 'mqtt' | 'settings';
  readonly to: LinkProps['to'];
  readonly icon: IconName;
}

const SECTIONS: Readonly<Record<Section['id'], Section>> = {
  overview: { id: 'overview', to: '/', icon: 'overview' },
  rules: { id: 'rules', to: '/rule/rules', icon: 'rules' },
  actions: { id: 'actions', to: '/rule/actions', icon: 'actions' },
  sources: { id: 'sources', to: '/rule/source', icon: 'sources' },
  connectors: { id: 'connectors', to: '/connector', icon: 'connectors' },
  webhooks: { id: 'webhooks', to: '/webhook', icon: 'webhooks' },
  mqtt: { id: 'mqtt', to: '/mqtt', icon: 'mqtt' },
  settings: { id: 'settings', to: '/settings', icon: 'settings' },
};

function useIsCurrent(): (section: Section) => boolean {
  const matches = useMatchRoute();
  return (section) => matches({ to: section.to, fuzzy: section.id !== 'overview' }) !== false;
}

/** From this number on only what fails is shown. */
const ROOM_FOR_BOTH = 10;

function Count({ count }: { readonly count: NavCount | undefined }) {
  const { t } = useTranslation('frame');
  if (count?.total === undefined) return null;
  if (count.failing === 0) return <span className="count">{count.total}</span>;
  const text = t('failingOf', { bad: count.failing, total: count.total });
  return (
    <span className="bad" title={text}>
      <Glyph shape="diamond" tone="bad" />
      {/* Two numbers of two digits are wider than the place beside the word. */}
      {count.total < ROOM_FOR_BOTH ? (
        <b>{text}</b>
      ) : (
        <>
          <b aria-hidden="true">{count.failing}</b>
          <span className="sr">{text}</span>
        </>
      )}
    </span>
  );
}

export function Nav() {
  const { t } = useTranslation('frame');
  const counts: Partial<Record<Section['id'], NavCount>> = useNavCounts();
  const isCurrent = useIsCurrent();
  const link = (id: Section['id'], className?: string) => {
    const section = SECTIONS[id];
    return (
      <Link
        key={id}
        to={section.to}
        className={className}
        aria-current={isCurrent(section) ? 'page' : undefined}
        title={t(id)}
      >
        <Icon name={section.icon} />
        <span className="word">{t(id)}</span>
        <Count count={counts[id]} />
      </Link>
    );
  };
  return (
    <nav className="nav" aria-label={t('mainNav')}>
      <Link className="brand" to="/" aria-label={t('home')}>
        <Mark />
        <span>Sluice</span>
      </Link>
      {link('overview')}
      <hr />
      {link('rules')}
      {link('actions')}
      {link('sources')}
      <hr />
      {link('connectors')}
      {link('webhooks')}
      <hr />
      {link('mqtt')}
      {link('settings', 'foot')}
    </nav>
  );
}

function divided(actions: readonly MenuAction[]): readonly MenuAction[] {
  return actions.map((action, index) => (index === 0 ? { ...action, divided: true } : action));
}

/** The navigation of narrow screens; what has no place in it is under "More". */
export function TabBar() {
  const { t } = useTranslation('frame');
  const counts = useNavCounts();
  const isCurrent = useIsCurrent();
  const router = useRouter();
  const elsewhere = (['sources', 'webhooks', 'mqtt', 'settings'] as const).map((id): MenuAction => {
    const section = SECTIONS[id];
    return { label: t(id), icon: section.icon, onSelect: () => void router.navigate({ to: section.to }) };
  });
  const more = [
    ...elsewhere,
    ...divided(useLanguageActions()),
    ...divided(useThemeActions()),
    ...divided(useAccountActions()),
  ];
  const tabs = (['overview', 'rules', 'actions', 'connectors'] as const).map((id) => SECTIONS[id]);
  return (
    <nav className="tabbar" aria-label={t('mainNav')}>
      {tabs.map((tab) => {
        const failing = tab.id === 'actions' || tab.id === 'connectors' ? counts[tab.id].failing : 0;
        return (
          <Link key={tab.id} to={tab.to} aria-current={isCurrent(tab) ? 'page' : undefined}>
            <Icon name={tab.icon} />
            {t(tab.id)}
            {failing > 0 && (
              <span className="dot">
                <span className="sr">{t('failing', { count: failing })}</span>
              </span>
            )}
          </Link>
        );
      })}
      <Menu
        target={
          <button type="button">
            <Icon name="menu" />
            {t('more')}
          </button>
        }
        actions={more}
      />
    </nav>
  );
}
