import { useTranslation } from 'react-i18next';
import { type ListState, PROBLEM } from './list-state.ts';
import { FilterChip, type FilterOption, ProblemChip, SearchBox, Toolbar } from './Toolbar.tsx';

export interface ListFilter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
}

/** Search, the filters of the list, the one by "enabled" that all lists have, and the switch to the problems. */
export function ListToolbar<Row>({
  list: { logic, search, change, bad },
  searchHint,
  filters,
  problemsLabel,
}: {
  readonly list: ListState<Row>;
  readonly searchHint: string;
  readonly filters: readonly ListFilter[];
  readonly problemsLabel: string | undefined;
}) {
  const { t } = useTranslation('ui');
  const problemIn = logic.problem?.in;
  const onlyProblems = problemIn !== undefined && search[problemIn] === PROBLEM;
  return (
    <Toolbar>
      <SearchBox placeholder={searchHint} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      {filters.map(({ name, label, options }) => (
        <FilterChip
          key={name}
          label={label}
          value={onlyProblems && name === problemIn ? undefined : search[name]}
          options={options}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <FilterChip
        label={t('table.enabled')}
        value={search.enable}
        options={[
          { value: 'true', label: t('enabled') },
          { value: 'false', label: t('disabled') },
        ]}
        onChange={(enable) => change({ enable })}
      />
      {problemIn !== undefined && problemsLabel !== undefined && (bad > 0 || onlyProblems) && (
        <ProblemChip
          pressed={onlyProblems}
          count={bad}
          label={problemsLabel}
          onToggle={(on) => change({ [problemIn]: on ? PROBLEM : undefined })}
        />
      )}
    </Toolbar>
  );
}
