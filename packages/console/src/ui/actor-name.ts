import { useTranslation } from 'react-i18next';

/** Who did something: `bob`, `API key ci`, `Sluice`. */
export function useActorName(): (actor: { readonly kind: string; readonly name: string }) => string {
  const { t } = useTranslation('ui');
  return ({ kind, name }) =>
    kind === 'api_key' ? t('actor.apiKey', { name }) : kind === 'system' ? t('actor.system') : name;
}

/** The same, of a text such as `user:bob`; any other text as it is. */
export function useActorText(): (text: string) => string {
  const nameOf = useActorName();
  return (text) => {
    const [, kind, name] = /^(user|api_key|system):(.*)$/.exec(text) ?? [];
    return kind === undefined || name === undefined ? text : nameOf({ kind, name });
  };
}
