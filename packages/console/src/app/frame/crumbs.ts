import { type LinkProps, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export interface Crumb {
  readonly label: string;
  readonly to?: LinkProps['to'];
}

/** Where the page is: its section, and what is open in it. */
export function useCrumbs(): readonly Crumb[] {
  const { t } = useTranslation('frame');
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [first = '', second = '', third] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const within = (label: string, to: LinkProps['to'], rest: string | undefined, created: string): readonly Crumb[] =>
    rest === undefined || rest === '' ? [{ label }] : [{ label, to }, { label: rest === 'create' ? created : rest }];
  switch (first) {
    case '':
      return [{ label: t('overview') }];
    case 'connector':
      return within(t('connectors'), '/connector', second, t('newConnector'));
    case 'webhook':
      return within(t('webhooks'), '/webhook', second, t('newWebhook'));
    case 'mqtt':
      return [{ label: t('mqtt') }];
    case 'settings':
      return [{ label: t('settings') }];
    case 'rule':
      if (second === 'actions')
        return within(t('actions'), '/rule/actions', third === 'dead-letters' ? t('deadLetters') : third, '');
      if (second === 'source') return within(t('sources'), '/rule/source', third, '');
      return within(t('rules'), '/rule/rules', third, t('newRule'));
    default:
      return [];
  }
}
