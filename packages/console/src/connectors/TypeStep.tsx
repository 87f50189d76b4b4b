import type { SchemaDocument } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typesOf } from '../forms/model/document.ts';
import { Icon } from '../ui/Icon.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { matchesSearch } from '../ui/table-order.ts';

/** From this number on, a search stands above the types. */
const SEARCH_FROM = 10;

interface TypeStepProps {
  readonly document: SchemaDocument | undefined;
  readonly type: string | undefined;
  readonly onChange: (type: string) => void;
  /** It is chosen and that is enough. */
  readonly onNext: () => void;
}

/** Step 1: every type that the backend describes, three in a row. */
export function TypeStep({ document, type, onChange, onNext }: TypeStepProps) {
  const { t } = useTranslation('connectors');
  const [search, setSearch] = useState('');
  if (document === undefined) return <SkeletonLines count={6} />;
  const types = [...typesOf(document, 'connector')].sort(byTypeOrder);
  const shown = types.filter((one) => matchesSearch(search, one, systemLook(one).label));
  return (
    <>
      {types.length >= SEARCH_FROM && (
        <div className="type-search">
          <div className="input search">
            <Icon name="search" small />
            <input
              type="search"
              aria-label={t('wizard.searchTypes')}
              placeholder={t('wizard.searchTypes')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        </div>
      )}
      <fieldset className="type-grid" aria-label={t('wizard.type')}>
        {shown.map((one) => {
          const look = systemLook(one);
          return (
            <label key={one} className="type-card">
              <input
                type="radio"
                name="connector-type"
                value={one}
                checked={one === type}
                onChange={() => onChange(one)}
                onDoubleClick={onNext}
              />
              <Icon name={look.icon} />
              <span className="clip">
                <span className="medium">{look.label}</span>
                <span className="help">{t(`wizard.direction.${look.direction}`)}</span>
              </span>
            </label>
          );
        })}
        {shown.length === 0 && <p className="soft">{t('wizard.noType', { text: search })}</p>}
      </fieldset>
    </>
  );
}
