import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../api/errors.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { useMenuColumn } from './list-columns.tsx';
import { LoadError } from './Note.tsx';
import { SkeletonRows } from './Skeleton.tsx';
import { parseSort } from './table-order.ts';
import { toastDone } from './toast-store.ts';

export interface ManagedListProps<Row> {
  readonly label: string;
  readonly load: {
    /** Named when it cannot be loaded. */
    readonly what: string;
    /** `undefined` until loaded. */
    readonly rows: readonly Row[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
    /** Said where the backend has no such list. */
    readonly absent?: string;
  };
  readonly idOf: (row: Row) => string;
  /** For the menu and the questions; the id unless told. */
  readonly nameOf?: (row: Row) => string;
  /** Without the menu, which is added. */
  readonly columns: readonly Column<Row>[];
  /** Column to sort by, `-name` for descending. */
  readonly sort: string;
  /** The button for a new one. */
  readonly createLabel: string;
  /** Before that button: what else the page offers. */
  readonly bar?: ReactNode;
  readonly empty?: { readonly title?: string; readonly text: string };
  /** A search or filter is on: what is empty then is only what was looked for. */
  readonly isFiltered?: boolean;
  readonly foot?: ReactNode;
  /** What a row can be changed to; without a label rows are not changed, only added and taken away. */
  readonly editLabel?: string;
  /** The dialog for a new row (`undefined`) or a changed one, while it is open. */
  readonly dialog: (row: Row | undefined, onClose: () => void) => ReactNode;
  readonly removal: {
    readonly label: string;
    /** Why a row cannot be taken away. */
    readonly reasonNot?: (row: Row) => string | undefined;
    readonly title: (row: Row) => string;
    readonly text: string;
    readonly confirm: string;
    readonly busyLabel: string;
    readonly done: (row: Row) => string;
    readonly busy: boolean;
    readonly run: (row: Row, onDone: () => void) => void;
  };
}

/** A short list of things that are made, changed and deleted in dialogs, without a page of their own. */
export function ManagedList<Row>(props: ManagedListProps<Row>) {
  const { load, idOf, nameOf = idOf, columns, empty, removal, editLabel } = props;
  const { t } = useTranslation('ui');
  const viewer = useMayWrite() ? undefined : t('viewerMayNot');
  const [sort, setSort] = useState(parseSort(undefined, props.sort));
  const [editing, setEditing] = useState<{ readonly row: Row | undefined }>();
  const [deleting, setDeleting] = useState<Row>();
  const menu = useMenuColumn<Row>(nameOf, (row) => [
    ...(editLabel === undefined
      ? []
      : [{ label: editLabel, icon: 'edit' as const, disabledReason: viewer, onSelect: () => setEditing({ row }) }]),
    {
      label: removal.label,
      icon: 'trash',
      danger: true,
      divided: editLabel !== undefined,
      disabledReason: viewer ?? removal.reasonNot?.(row),
      onSelect: () => setDeleting(row),
    },
  ]);
  const create = (
    <Button icon="plus" look="primary" disabledReason={viewer} onClick={() => setEditing({ row: undefined })}>
      {props.createLabel}
    </Button>
  );

  if (load.rows === undefined && load.error !== null && load.absent !== undefined && isNotFound(load.error)) {
    return (
      <div className="panel">
        <EmptyState slim text={load.absent} />
      </div>
    );
  }
  const isEmpty = load.rows?.length === 0 && props.isFiltered !== true && empty !== undefined;
  return (
    <>
      {(!isEmpty || props.bar !== undefined) && (
        <div className="row wrap list-bar">
          {props.bar}
          {load.rows !== undefined && !isEmpty && create}
        </div>
      )}
      {load.rows === undefined ? (
        load.error === null ? (
          <SkeletonRows count={3} />
        ) : (
          <LoadError what={load.what} error={load.error} onRetry={() => void load.refetch()} />
        )
      ) : isEmpty ? (
        <div className="panel">
          <EmptyState {...empty}>{create}</EmptyState>
        </div>
      ) : (
        <DataTable
          label={props.label}
          rows={load.rows}
          columns={[...columns, menu]}
          rowId={idOf}
          rowName={nameOf}
          sort={sort}
          onSort={setSort}
          {...(props.foot === undefined ? {} : { foot: props.foot })}
          empty={<EmptyState slim text={t('nothingMatches')} />}
        />
      )}
      {editing !== undefined && props.dialog(editing.row, () => setEditing(undefined))}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={deleting === undefined ? '' : removal.title(deleting)}
        confirm={{
          label: removal.confirm,
          busyLabel: removal.busyLabel,
          busy: removal.busy,
          onConfirm: () => {
            if (deleting === undefined) return;
            removal.run(deleting, () => {
              toastDone(removal.done(deleting));
              setDeleting(undefined);
            });
          },
        }}
      >
        <p>{removal.text}</p>
      </ConfirmDialog>
    </>
  );
}
