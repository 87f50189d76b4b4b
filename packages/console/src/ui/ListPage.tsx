import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { liveMs } from '../api/live.ts';
import { type Column, DataTable } from './DataTable.tsx';
import { Freshness } from './Freshness.tsx';
import { type ListFilter, ListToolbar } from './ListToolbar.tsx';
import type { ListState } from './list-state.ts';
import { LoadError } from './Note.tsx';
import { NothingMatches } from './NothingMatches.tsx';
import { PageHead } from './PageHead.tsx';
import { SkeletonRows } from './Skeleton.tsx';
import { formatSort, parseSort } from './table-order.ts';

export interface ListPageProps<Row> {
  readonly title: string;
  readonly list: ListState<Row>;
  /** Why there are no rows yet, and how to ask again. `what` is named in the message. */
  readonly load: {
    readonly what: string;
    readonly error: unknown;
    readonly refetch: () => unknown;
    /** Unix ms when the rows came: says so when they are old. */
    readonly updatedAt?: number;
  };
  /** Beside the title: numbers of all rows. */
  readonly summary: string;
  /** Button of the head. */
  readonly create: ReactNode;
  /** Instead of the list, while there is nothing to list. */
  readonly empty: ReactNode;
  readonly searchHint: string;
  readonly filters: readonly ListFilter[];
  readonly problemsLabel?: string;
  readonly columns: readonly Column<Row>[];
  /** Column to sort by, `-name` for descending, unless the address says another. */
  readonly sort: string;
  readonly nameOf?: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
  /** Below the rows, while all are shown: "12 rules". */
  readonly count: string;
  /** What can be done with the selected rows; without it rows cannot be selected. */
  readonly bulk?: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A page that lists everything of one kind. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, list, load } = props;
  return (
    <>
      <PageHead
        title={title}
        beside={
          list.total > 0 && (
            <>
              <span className="muted num hide-s">{props.summary}</span>
              <Freshness at={load.updatedAt ?? 0} limit={3 * liveMs(list.total)} />
            </>
          )
        }
      >
        {props.create}
      </PageHead>
      {list.all !== undefined ? (
        list.total === 0 ? (
          props.empty
        ) : (
          <List {...props} />
        )
      ) : load.error === null ? (
        <SkeletonRows />
      ) : (
        <LoadError what={load.what} error={load.error} onRetry={() => void load.refetch()} />
      )}
    </>
  );
}

function List<Row>(props: ListPageProps<Row>) {
  const { t } = useTranslation('ui');
  const { logic, search, change, shown, total, selection, scroll } = props.list;
  useEffect(() => {
    // After the router has scrolled the new page to its top.
    if (scroll > 0) requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, scroll)));
  }, [scroll]);
  const clearAll = () =>
    change(Object.fromEntries(['q', 'enable', ...Object.keys(logic.filters)].map((name) => [name, undefined])));
  return (
    <>
      <ListToolbar
        list={props.list}
        searchHint={props.searchHint}
        filters={props.filters}
        problemsLabel={props.problemsLabel}
      />
      <DataTable
        label={props.title}
        rows={shown}
        columns={props.columns}
        rowId={logic.idOf}
        rowName={props.nameOf ?? logic.idOf}
        sort={parseSort(search.sort, props.sort)}
        onSort={(sort) => change({ sort: formatSort(sort) })}
        onOpen={props.onOpen}
        {...(props.bulk === undefined ? {} : { selection, bulk: props.bulk })}
        foot={shown.length === total ? props.count : t('table.filtered', { shown: shown.length, total })}
        empty={<NothingMatches text={search.q} onClear={clearAll} />}
      />
      {props.children}
    </>
  );
}
