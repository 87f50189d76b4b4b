import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../api/backend.ts';
import { Icon } from '../ui/Icon.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';

function mqttAddress(capabilities: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const mqtt = capabilities?.mqtt;
  if (typeof mqtt !== 'object' || mqtt === null || !('host' in mqtt) || !('port' in mqtt)) return undefined;
  return `mqtt://${String(mqtt.host)}:${String(mqtt.port)}`;
}

function Step({
  number,
  title,
  text,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly text: ReactNode;
  readonly done: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('overview');
  return (
    <li className={done ? 'first-step done' : 'first-step'}>
      <span className="no">{done ? <Icon name="check" small /> : number}</span>
      <div>
        <b>{title}</b> {done && <span className="muted small">{t('start.done')}</span>}
        <p className="soft">{text}</p>
        {!done && children}
      </div>
    </li>
  );
}

/** What a newcomer does first, with what is done already ticked. */
export function FirstSteps({ hasConnector, hasRule }: { readonly hasConnector: boolean; readonly hasRule: boolean }) {
  const { t } = useTranslation('overview');
  const address = mqttAddress(useCapabilities().data);
  return (
    <section className="panel first-steps" aria-label={t('start.title')}>
      <h2>{t('start.title')}</h2>
      <p className="soft">{t('start.text')}</p>
      <ol>
        <Step number={1} title={t('start.connector')} text={t('start.connectorText')} done={hasConnector}>
          <LinkButton to="/connector/create" look="primary">
            {t('start.connectorDo')}
          </LinkButton>
        </Step>
        <Step number={2} title={t('start.rule')} text={t('start.ruleText')} done={hasRule}>
          <LinkButton to="/rule/rules/create" look={hasConnector ? 'primary' : 'default'}>
            {t('start.ruleDo')}
          </LinkButton>
        </Step>
        <Step
          number={3}
          title={t('start.publish')}
          text={address === undefined ? t('start.publishTextPlain') : t('start.publishText', { address })}
          done={false}
        />
      </ol>
      <p>
        <Link to="/webhook/create">{t('start.webhook')}</Link>
      </p>
    </section>
  );
}
