import { useTranslation } from 'react-i18next';
import type { Channel } from '../api/channels.ts';
import { useRules } from '../api/rules.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { ruleStart } from './channel-paths.ts';
import { RuleLink } from './RuleLinks.tsx';

/** The rules that use an action or source. */
export function ChannelRules({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation(['actions', 'ui']);
  const rules = useRules().data ?? [];
  if (channel.rules.length === 0) {
    return (
      <div className="panel">
        <EmptyState slim title={t('rules.none')} text={t(`rules.noneText.${channel.kind}`)}>
          <LinkButton to="/rule/rules/create" search={ruleStart(channel.kind, channel.id)}>
            {t('menu.createRule')}
          </LinkButton>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="panel scroll-x">
      <table className="table plain">
        <thead>
          <tr>
            <th>{t('ui:id')}</th>
            <th>{t('ui:status')}</th>
            <th>{t('rules.note')}</th>
          </tr>
        </thead>
        <tbody>
          {channel.rules.map((id) => {
            const rule = rules.find((one) => one.id === id);
            return (
              <tr key={id}>
                <td>
                  <RuleLink id={id} />
                </td>
                <td>
                  {rule !== undefined && (
                    <StatusText tone={rule.enable ? 'ok' : 'off'} shape={rule.enable ? 'disc' : 'ring'}>
                      {rule.enable ? t('ui:enabled') : t('ui:disabled')}
                    </StatusText>
                  )}
                </td>
                <td className="soft">{rule?.description}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
