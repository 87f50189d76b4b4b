import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Dependant } from '../ui/ConfirmDialog.tsx';
import { Icon } from '../ui/Icon.tsx';

export function RuleLink({ id, plain = false }: { readonly id: string; readonly plain?: boolean }) {
  return (
    <Link className="ref" to="/rule/rules/$id" params={{ id }}>
      {!plain && <Icon name="rules" />}
      <span className="clip">{id}</span>
    </Link>
  );
}

/** The rules that use an action or source: the first one, and how many more. */
export function RuleLinks({ rules }: { readonly rules: readonly string[] }) {
  const { t } = useTranslation('actions');
  const [first, ...rest] = rules;
  if (first === undefined) return <span className="muted">{t('noRule')}</span>;
  return (
    <span className="row cell-refs">
      <RuleLink id={first} plain />
      {rest.length > 0 && (
        <span className="muted small" title={rest.join('\n')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

export function ruleDependants(rules: readonly string[]): readonly Dependant[] {
  return rules.map((id) => ({ id, link: <RuleLink id={id} /> }));
}
