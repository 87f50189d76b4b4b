import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faultText } from '../i18n/fault-text.ts';
import { formatCount, formatRate } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import type { Attention } from './attention.ts';

const SHOWN = 6;

function useTitle() {
  const { t } = useTranslation('overview');
  return ({ kind, name, tone, failing }: Attention): string => {
    if (kind === 'rule') return t('attention.rule', { name, rate: formatRate(failing) });
    if (kind === 'action' && tone === 'warn') return t('attention.actionUnsteady', { name });
    return t(`attention.${kind}`, { name });
  };
}

function OpenLink({ item }: { readonly item: Attention }) {
  const { t } = useTranslation('overview');
  const text = t(`attention.open.${item.kind}`);
  const params = { id: item.id };
  switch (item.kind) {
    case 'action':
      return (
        <Link to="/rule/actions/$id" params={params}>
          {text}
        </Link>
      );
    case 'source':
      return (
        <Link to="/rule/source/$id" params={params}>
          {text}
        </Link>
      );
    case 'connector':
      return (
        <Link to="/connector/$id" params={params}>
          {text}
        </Link>
      );
    case 'rule':
      return (
        <Link to="/rule/rules/$id" params={params}>
          {text}
        </Link>
      );
  }
}

/** What is wrong, what it means, and where to mend it. */
export function NeedsAttention({ items }: { readonly items: readonly Attention[] }) {
  const { t } = useTranslation('overview');
  const title = useTitle();
  return (
    <section className="panel attention" aria-label={t('attention.title')}>
      <div className="panel-head">
        {t('attention.title')}
        <span className="end num">{items.length > 0 && items.length}</span>
      </div>
      {items.length === 0 && (
        <p className="pad soft row">
          <Glyph shape="disc" tone="ok" /> {t('attention.nothing')}
        </p>
      )}
      <ul>
        {items.slice(0, SHOWN).map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Glyph shape={item.tone === 'bad' ? 'diamond' : 'triangle'} tone={item.tone} />
            <span className="medium break">{title(item)}</span>
            <p className="small soft break">
              {item.kind === 'rule'
                ? t('attention.ruleText')
                : (faultText(item.reason?.fault, item.reason?.sent) ?? t('attention.noReason'))}{' '}
              {item.waiting > 0 && t('attention.waiting', { waiting: formatCount(item.waiting) })}
            </p>
            <p className="small">
              <OpenLink item={item} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
