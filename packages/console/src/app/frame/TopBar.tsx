import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { setPaletteOpened } from '../palette/palette-store.ts';
import { isMac } from '../palette/shortcuts.ts';
import { ClusterMenu } from './ClusterMenu.tsx';
import { useCrumbs } from './crumbs.ts';
import { HealthButton } from './HealthButton.tsx';
import { useAccountActions, useLanguageActions, useThemeActions } from './menu-actions.ts';

function Crumbs() {
  const crumbs = useCrumbs();
  return (
    <div className="crumbs grow">
      {crumbs.map((crumb, index) =>
        crumb.to === undefined ? (
          <b key={crumb.label} className="clip">
            {crumb.label}
          </b>
        ) : (
          <span key={crumb.label} className="row" style={{ gap: 6 }}>
            <Link to={crumb.to}>{crumb.label}</Link>
            {index < crumbs.length - 1 && <span aria-hidden="true">/</span>}
          </span>
        ),
      )}
    </div>
  );
}

function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : name.slice(0, 2);
  return letters.toUpperCase();
}

function AccountMenu() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const actions = useAccountActions();
  if (session === undefined) return null;
  const role = session.role === 'viewer' || session.role === 'administrator' ? t(`role.${session.role}`) : session.role;
  return (
    <Menu
      target={
        <button type="button" className="iconbtn hide-s" aria-label={t('account', { name: session.username })}>
          <span className="avatar" data-initials={initials(session.username)} />
        </button>
      }
      head={
        <>
          <b>{session.username}</b>
          <div>{role}</div>
        </>
      }
      actions={actions}
    />
  );
}

export function TopBar() {
  const { t } = useTranslation('frame');
  const language = useLanguage();
  return (
    <header className="topbar">
      <Crumbs />
      <button
        type="button"
        className="cmdk hide-s"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setPaletteOpened(true)}
      >
        <Icon name="search" small />
        <span className="grow">{t('palette')}</span>
        <kbd className="kbd">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <span className="only-s">
        <IconButton icon="search" label={t('paletteShort')} onClick={() => setPaletteOpened(true)} />
      </span>
      <ClusterMenu />
      <HealthButton />
      <Menu
        target={
          <button type="button" className="quiet hide-s">
            <span className="sr">{t('language')}</span>
            {language === 'zh' ? '中文' : 'EN'}
          </button>
        }
        actions={useLanguageActions()}
      />
      <Menu target={<IconButton icon="theme" label={t('theme')} />} actions={useThemeActions()} />
      <AccountMenu />
    </header>
  );
}
