import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../i18n/fault-text.ts';
import { formatCount, formatRate } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import type { Attention } from './attention.ts';
import type { Failures } from './failures.ts';

const SHOWN = 6;
const SHAPES = { bad: 'diamond', warn: 'triangle', off: 'dash' } as const;

function useTitle() {
  const { t } = useTranslation('overview');
  return ({ kind, name, tone, failing, failures }: Attention): string => {
    if (failures === undefined)
      return kind === 'action' && tone === 'warn'
        ? t('attention.actionUnsteady', { name })
        : t(`attention.${kind}`, { name });
    if (failing > 0) return t('attention.ruleNow', { name, rate: formatRate(failing) });
    const counts = { name, count: failures.count, shown: formatCount(failures.count), of: formatCount(failures.of) };
    return t(kind === 'rule' ? 'attention.rule' : 'attention.refused', counts);
  };
}

/** Why, when and at what: as much as the backend remembers. */
function FailureText({ kind, failures }: { readonly kind: Attention['kind']; readonly failures: Failures }) {
  const { t } = useTranslation('overview');
  const { last, since } = failures;
  return (
    <>
      {kind === 'rule' ? t('attention.ruleText') : t('attention.refusedText')}{' '}
      {last !== undefined && (
        <>
          {t('attention.last')} <ShortTime time={last.at} />
          {last.topic !== undefined && (
            <>
              {', '}
              <span className="mono">{last.topic}</span>
            </>
          )}
          {': '}
          <span className="mono">{last.message}</span>{' '}
        </>
      )}
      {since !== undefined && (
        <span className="muted">
          {t('attention.since')} <ShortTime time={since} />
        </span>
      )}
    </>
  );
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
  const [all, setAll] = useState(false);
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
        {items.slice(0, all ? items.length : SHOWN).map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Glyph shape={SHAPES[item.tone]} tone={item.tone} />
            <span className="medium break">{title(item)}</span>
            <p className="small soft break">
              {item.failures === undefined ? (
                (faultText(item.reason?.fault, item.reason?.sent) ?? t('attention.noReason'))
              ) : (
                <FailureText kind={item.kind} failures={item.failures} />
              )}{' '}
              {item.waiting > 0 && t('attention.waiting', { waiting: formatCount(item.waiting) })}
            </p>
            <p className="small">
              <OpenLink item={item} />
            </p>
          </li>
        ))}
      </ul>
      {!all && items.length > SHOWN && (
        <p className="attention-more small">
          <button type="button" className="link" onClick={() => setAll(true)}>
            {t('attention.more', { count: items.length - SHOWN })}
          </button>
        </p>
      )}
    </section>
  );
}
