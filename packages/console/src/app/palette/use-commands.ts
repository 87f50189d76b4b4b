import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { channelsQuery } from '../../api/channels.ts';
import { connectorsQuery } from '../../api/connectors.ts';
import { useFeature } from '../../api/features.ts';
import { rulesQuery } from '../../api/rules.ts';
import { useMayWrite } from '../../api/session.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { systemLook } from '../../ui/systems.ts';
import { useAccountActions, useLanguageActions, useThemeActions } from '../frame/menu-actions.ts';
import type { Command } from './rank.ts';

export interface PaletteCommand extends Command {
  readonly icon: IconName;
  /** What kind of thing it is, at the right. */
  readonly kind: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Sections, things to make, preferences, and every object by its name. */
export function useCommands(): readonly PaletteCommand[] {
  const { t } = useTranslation('frame');
  const router = useRouter();
  const mayWrite = useMayWrite();
  const hasLetters = useFeature('dead_letters') === true;
  const still = { refetchInterval: false } as const;
  const rules = useQuery({ ...rulesQuery, ...still }).data ?? [];
  const actions = useQuery({ ...channelsQuery('action'), ...still }).data ?? [];
  const sources = useQuery({ ...channelsQuery('source'), ...still }).data ?? [];
  const connectors = useQuery({ ...connectorsQuery, ...still }).data ?? [];
  const themes = useThemeActions();
  const languages = useLanguageActions();
  const account = useAccountActions();

  const go = (
    id: 'overview' | 'rules' | 'actions' | 'sources' | 'deadLetters' | 'connectors' | 'webhooks' | 'mqtt' | 'settings',
    to: Parameters<typeof router.navigate>[0]['to'],
    keys?: string,
  ): PaletteCommand => ({
    id: `go ${id}`,
    label: t(id),
    icon: id === 'deadLetters' ? 'message' : id,
    kind: t('paletteKinds.go'),
    ...(keys === undefined ? {} : { keys }),
    run: () => void router.navigate({ to }),
  });
  const make = (label: string, to: Parameters<typeof router.navigate>[0]['to']): PaletteCommand => ({
    id: `make ${label}`,
    label,
    also: 'create add new 新建 创建 添加',
    icon: 'plus',
    kind: t('paletteKinds.create'),
    run: () => void router.navigate({ to }),
  });
  return [
    go('overview', '/', 'g o'),
    go('rules', '/rule/rules', 'g r'),
    go('actions', '/rule/actions', 'g a'),
    go('sources', '/rule/source', 'g s'),
    ...(hasLetters ? [go('deadLetters', '/rule/actions/dead-letters')] : []),
    go('connectors', '/connector', 'g c'),
    go('webhooks', '/webhook', 'g w'),
    go('mqtt', '/mqtt', 'g m'),
    go('settings', '/settings'),
    ...(mayWrite
      ? [
          make(t('newRule'), '/rule/rules/create'),
          make(t('newConnector'), '/connector/create'),
          make(t('newWebhook'), '/webhook/create'),
        ]
      : []),
    ...themes.map(
      (action): PaletteCommand => ({
        id: `theme ${action.label}`,
        label: `${t('theme')}: ${action.label}`,
        also: 'theme dark light 主题',
        icon: 'theme',
        kind: t('theme'),
        run: action.onSelect,
      }),
    ),
    ...languages.map(
      (action): PaletteCommand => ({
        id: `language ${action.label}`,
        label: `${t('language')}: ${action.label}`,
        also: 'language 语言',
        icon: 'settings',
        kind: t('language'),
        run: action.onSelect,
      }),
    ),
    ...account.map(
      (action): PaletteCommand => ({
        id: `account ${action.label}`,
        label: action.label,
        icon: action.icon ?? 'user',
        kind: t('paletteKinds.account'),
        run: action.onSelect,
      }),
    ),
    ...rules.map(
      (rule): PaletteCommand => ({
        id: `rule ${rule.id}`,
        label: rule.id,
        also: `${rule.description} ${rule.from.join(' ')}`,
        icon: 'rules',
        kind: t('paletteKinds.rule'),
        run: () => void router.navigate({ to: '/rule/rules/$id', params: { id: rule.id } }),
      }),
    ),
    ...actions.map(
      (one): PaletteCommand => ({
        id: `action ${one.id}`,
        label: one.name,
        also: one.id,
        icon: systemLook(one.type).icon,
        kind: t('paletteKinds.action'),
        run: () => void router.navigate({ to: '/rule/actions/$id', params: { id: one.id } }),
      }),
    ),
    ...sources.map(
      (one): PaletteCommand => ({
        id: `source ${one.id}`,
        label: one.name,
        also: one.id,
        icon: systemLook(one.type).icon,
        kind: t('paletteKinds.source'),
        run: () => void router.navigate({ to: '/rule/source/$id', params: { id: one.id } }),
      }),
    ),
    ...connectors.map(
      (one): PaletteCommand => ({
        id: `connector ${one.id}`,
        label: one.name,
        also: one.id,
        icon: systemLook(one.type).icon,
        kind: t('paletteKinds.connector'),
        run: () => void router.navigate({ to: '/connector/$id', params: { id: one.id } }),
      }),
    ),
  ];
}
