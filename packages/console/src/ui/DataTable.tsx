import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, columnClass } from './column.ts';
import { useFrozenOrder } from './frozen-order.ts';
import { Icon } from './Icon.tsx';
import type { Selection } from './selection.ts';
import { type RowHandlers, TableRow } from './TableRow.tsx';
import { type Sort, sortRows } from './table-order.ts';
import { useNarrow } from './use-narrow.ts';

export type { Column } from './column.ts';

export interface DataTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  readonly label: string;
  /** Already searched and filtered. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly onOpen?: (row: Row) => void;
  readonly selection?: Selection;
  /** Below the rows: counts. The bulk bar takes its place while rows are selected. */
  readonly foot?: ReactNode;
  readonly bulk?: ReactNode;
  /** Instead of rows, when there are none. */
  readonly empty?: ReactNode;
}

const ROW_PX = 36;
const NARROW_ROW_PX = 64;
/** Below this number all rows are in the page: the browser's own search finds them. */
const VIRTUAL_FROM = 120;

function SortHead<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const active = sort.column === column.id;
  if (column.silentLabel === true) return <span className="sr">{column.label}</span>;
  if (column.sortBy === undefined) return <>{column.label}</>;
  return (
    <button
      type="button"
      className={active ? 'th on' : 'th'}
      onClick={() => onSort({ column: column.id, descending: active && !sort.descending })}
    >
      {column.label}
      {active && <Icon name={sort.descending ? 'sortDown' : 'sortUp'} />}
    </button>
  );
}

/** Rows in view only, once there are many; the page scrolls, the head stays. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rowId, rowName, sort, onSort, onOpen, selection } = props;
  const { t } = useTranslation('ui');
  const narrow = useNarrow();
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<string>();

  const sortBy = columns.find((column) => column.id === sort.column)?.sortBy;
  const sorted = useMemo(
    () => (sortBy === undefined ? props.rows : sortRows(props.rows, sortBy, rowId, sort.descending)),
    [props.rows, sortBy, rowId, sort.descending],
  );
  const { rows, changed, release, hold } = useFrozenOrder(sorted, rowId, `${sort.column} ${sort.descending}`);
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);
  const present = useMemo(() => new Set(order), [order]);

  const virtual = rows.length >= VIRTUAL_FROM;
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when the shape of the page changes, not while scrolling
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [virtual, narrow]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: virtual,
    estimateSize: () => (narrow ? NARROW_ROW_PX : ROW_PX),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: 100,
    scrollPaddingEnd: 64,
  });
  const items = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = virtual ? (items[0]?.start ?? 0) - virtualizer.options.scrollMargin : 0;
  const after = virtual
    ? virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin)
    : 0;

  function focusRow(index: number): void {
    const id = order[Math.max(0, Math.min(order.length - 1, index))];
    if (id === undefined) return;
    setActive(id);
    if (virtual) virtualizer.scrollToIndex(order.indexOf(id));
    requestAnimationFrame(() => {
      const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
      row?.focus({ preventScroll: virtual });
    });
  }

  function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number): void {
    // Keys inside a control of the row are for that control.
    if (event.target !== event.currentTarget) return;
    const id = rowId(row);
    const page = Math.max(1, Math.floor(window.innerHeight / ROW_PX) - 6);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + page,
      PageUp: index - page,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const next = order[Math.max(0, Math.min(order.length - 1, target))];
      if (event.shiftKey && selection !== undefined && next !== undefined) {
        if (!selection.ids.has(id)) selection.toggle(id, true);
        selection.extend(next, order);
      }
      focusRow(target);
    } else if (event.key === ' ' && selection !== undefined) {
      event.preventDefault();
      selection.toggle(id, !selection.ids.has(id));
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    }
  }

  const allSelected =
    selection !== undefined &&
    selection.ids.size >= rows.length &&
    rows.length > 0 &&
    order.every((id) => selection.ids.has(id));
  const someSelected = selection !== undefined && selection.ids.size > 0 && order.some((id) => selection.ids.has(id));
  const tabStop = active !== undefined && present.has(active) ? active : order[0];
  const span = columns.length + (selection === undefined ? 0 : 1);
  const selecting = selection !== undefined && selection.ids.size > 0 && props.bulk !== undefined;
  const handlers: RowHandlers<Row> = {
    onFocus: (id) => setActive(id),
    onKey: onRowKey,
    onSelect: (id, selected) => selection?.toggle(id, selected),
    onExtend: (id) => selection?.extend(id, order),
  };
  // The same object for all renders, so that rows that did not change are not drawn again.
  const latest = useRef(handlers);
  latest.current = handlers;

  return (
    <div className="panel table-panel">
      <table
        className="table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and selected with the keyboard
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={selection !== undefined || undefined}
        {...hold}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection !== undefined && (
              <th className="check">
                <input
                  type="checkbox"
                  className="checkbox"
                  aria-label={t('table.selectAll')}
                  checked={allSelected}
                  ref={(input) => {
                    if (input !== null) input.indeterminate = someSelected && !allSelected;
                  }}
                  onChange={() => selection.set(allSelected ? [] : order)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                className={columnClass(column)}
                style={{ width: column.width }}
                aria-sort={
                  sort.column === column.id && column.sortBy
                    ? sort.descending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                <SortHead column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: room for the rows out of view; nothing in it takes the focus
            <tr aria-hidden="true" className="spacer">
              <td colSpan={span} style={{ height: before }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              <TableRow
                key={id}
                row={row}
                id={id}
                name={rowName(row)}
                index={index}
                columns={columns}
                selected={selection?.ids.has(id)}
                tabStop={id === tabStop}
                handlers={latest}
              />
            );
          })}
          {after > 0 && (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: room for the rows out of view; nothing in it takes the focus
            <tr aria-hidden="true" className="spacer">
              <td colSpan={span} style={{ height: after }} />
            </tr>
          )}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
      {selecting ? (
        <div className="bulk" role="toolbar" aria-label={t('table.actions')}>
          <b aria-live="polite">{t('table.selected', { count: selection.ids.size })}</b>
          <button type="button" className="link" onClick={selection.clear}>
            {t('clear')}
          </button>
          <span className="grow" />
          {props.bulk}
        </div>
      ) : (
        rows.length > 0 && (
          <div className="table-foot num">
            {props.foot ?? t('table.rows', { count: rows.length })}
            {changed && (
              <span className="order-changed">
                {t('table.orderChanged')} ·{' '}
                <button type="button" className="link" onClick={release}>
                  {t('table.sortAgain')}
                </button>
              </span>
            )}
          </div>
        )
      )}
    </div>
  );
}
