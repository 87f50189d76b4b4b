import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../editor/CodeText.tsx';
import { sqlTokens } from '../editor/sql-language.ts';
import { usePick } from '../i18n/index.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { EXAMPLES } from './examples.ts';

/** The list before the first rule: what a rule is, and three to start from. */
export function NoRules({ viewer }: { readonly viewer: string | undefined }) {
  const { t } = useTranslation('rules');
  const pick = usePick();
  return (
    <div className="panel">
      <EmptyState picture={<Picture />} title={t('empty.title')} text={t('empty.text')}>
        <LinkButton look="primary" icon="plus" to="/rule/rules/create" disabledReason={viewer}>
          {t('empty.start')}
        </LinkButton>
        <LinkButton to="/webhook/create" disabledReason={viewer}>
          {t('empty.webhook')}
        </LinkButton>
      </EmptyState>
      <div className="example-row">
        <h2 className="section-title">{t('empty.examples')}</h2>
        <ul className="example-cards">
          {EXAMPLES.slice(0, 3).map((example) => (
            <li key={example.id}>
              <Link className="example-card" to="/rule/rules/create" search={{ example: example.id }}>
                <span className="medium">{pick(example.title)}</span>
                <span className="help">{pick(example.about)}</span>
              </Link>
              <CodeText text={example.sql} tokens={sqlTokens(example.sql)} label={pick(example.title)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Picture() {
  return (
    <svg className="empty-picture" width="232" height="80" viewBox="0 0 232 80" aria-hidden="true">
      <path d="M56 40h32M146 40c20 0 14-22 32-22M146 40c20 0 14 22 32 22" className="flow" />
      <rect x="1" y="25" width="56" height="30" rx="5" />
      <path d="M12 40h20" className="ink" />
      <rect x="88" y="17" width="56" height="46" rx="5" className="gate" />
      <path d="M100 32h20M100 40h28M100 48h28" className="ink gate" />
      <rect x="176" y="3" width="54" height="30" rx="5" />
      <path d="M188 18h20" className="ink" />
      <rect x="176" y="47" width="54" height="30" rx="5" />
      <path d="M188 62h20" className="ink" />
    </svg>
  );
}
