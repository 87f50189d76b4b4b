import { topicFilterFault } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../api/errors.ts';
import { RETAINED_PER_PAGE, type RetainedMessage, useDeleteRetained, useRetained } from '../api/retained.ts';
import { useMayWrite } from '../api/session.ts';
import { BulkButtons } from '../ui/BulkButtons.tsx';
import { useBulkRun } from '../ui/bulk-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useMenuColumn } from '../ui/list-columns.tsx';
import { LoadError } from '../ui/Note.tsx';
import { PageFoot } from '../ui/PageFoot.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import { SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { parseSort } from '../ui/table-order.ts';
import { RetainedDrawer } from './RetainedDrawer.tsx';
import { useMqttSearch } from './use-mqtt-search.ts';

const idOf = (message: RetainedMessage) => message.topic;
const NONE: readonly RetainedMessage[] = [];
/** Named in the question; the others are counted. */
const NAMED = 5;

function useColumns(onShow: (message: RetainedMessage) => void, onDelete: (message: RetainedMessage) => void) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const menu = useMenuColumn(idOf, (message) => [
    { label: t('retained.show'), icon: 'eye', onSelect: () => onShow(message) },
    {
      label: t('ui:deleteEllipsis'),
      icon: 'trash',
      danger: true,
      divided: true,
      disabledReason: viewer,
      onSelect: () => onDelete(message),
    },
  ]);
  const columns: readonly Column<RetainedMessage>[] = [
    {
      id: 'topic',
      label: t('retained.topic'),
      sortBy: idOf,
      narrow: 'title',
      cell: (message) => (
        <button type="button" className="link id clip" onClick={() => onShow(message)}>
          {message.topic}
        </button>
      ),
    },
    {
      id: 'from',
      label: t('retained.from'),
      sortBy: (message) => message.from_clientid || undefined,
      narrow: 'left',
      width: '220px',
      cell: (message) =>
        message.from_clientid ? (
          <span className="clip">{message.from_clientid}</span>
        ) : (
          <span className="muted hide-s">—</span>
        ),
    },
    { id: 'qos', label: 'QoS', number: true, hideBelow: 's', width: '70px', cell: (message) => message.qos },
    {
      id: 'at',
      label: t('retained.at'),
      sortBy: (message) => message.publish_at,
      narrow: 'state',
      width: '180px',
      cell: (message) => <ShortTime time={message.publish_at} />,
    },
    {
      id: 'expires',
      label: t('retained.expires'),
      sortBy: (message) => message.expire_at,
      hideBelow: 'm',
      width: '180px',
      cell: (message) =>
        message.expire_at === undefined ? (
          <span className="muted">{t('retained.stays')}</span>
        ) : (
          <ShortTime time={message.expire_at} />
        ),
    },
    menu,
  ];
  return columns;
}

/** Messages that new subscribers get at once, a page at a time. */
export function Retained() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { page, q, change, toPage } = useMqttSearch();
  const isBadFilter = q !== undefined && topicFilterFault(q) !== undefined;
  const { data, error, refetch } = useRetained({ page, filter: isBadFilter ? undefined : q });
  const remove = useDeleteRetained();
  const [sort, setSort] = useState(parseSort(undefined, 'topic'));
  const [shown, setShown] = useState<string>();
  const [deleting, setDeleting] = useState<readonly RetainedMessage[]>([]);
  const rows = (isBadFilter ? undefined : data?.data) ?? NONE;
  const selection = useSelection(rows.map(idOf));
  const columns = useColumns(
    (message) => setShown(message.topic),
    (message) => setDeleting([message]),
  );
  const { busy, run } = useBulkRun(selection, {
    done: (count) => t('retained.deleted', { count }),
    failed: (values) => t('retained.deleteFailed', values),
  });

  if (data === undefined) {
    if (error === null) return <SkeletonRows />;
    if (!isNotFound(error)) return <LoadError what={t('retained.what')} error={error} onRetry={() => void refetch()} />;
    return (
      <div className="panel">
        <EmptyState slim text={t('retained.absent')} />
      </div>
    );
  }
  const isFiltered = q !== undefined || page > 1;
  return (
    <>
      <Toolbar>
        <SearchBox
          placeholder={t('retained.search')}
          value={q ?? ''}
          onChange={(next) => change({ q: next.trim() || undefined })}
        />
      </Toolbar>
      <DataTable
        label={t('tabs.retained')}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={idOf}
        sort={sort}
        onSort={setSort}
        onOpen={(message) => setShown(message.topic)}
        selection={selection}
        bulk={
          <BulkButtons
            enable={undefined}
            disable={undefined}
            remove={{
              disabledReason: viewer,
              onClick: () => setDeleting(rows.filter((one) => selection.ids.has(one.topic))),
            }}
          />
        }
        empty={
          <EmptyState
            slim={isFiltered}
            {...(isFiltered ? {} : { title: t('retained.emptyTitle') })}
            text={t(isBadFilter ? 'retained.badFilter' : isFiltered ? 'retained.noMatch' : 'retained.emptyText')}
          />
        }
        foot={
          <PageFoot
            page={page}
            limit={RETAINED_PER_PAGE}
            shown={rows.length}
            total={data.meta.count}
            hasNext={data.meta.hasnext === true}
            onPage={toPage}
          />
        }
      />
      {shown !== undefined && (
        <RetainedDrawer
          topic={shown}
          locked={viewer}
          onClose={() => setShown(undefined)}
          onDelete={(message) => {
            setShown(undefined);
            setDeleting([message]);
          }}
        />
      )}
      <ConfirmDialog
        opened={deleting.length > 0}
        onClose={() => setDeleting([])}
        title={t('retained.deleteTitle', { count: deleting.length })}
        dependants={deleting
          .slice(0, NAMED)
          .map(({ topic }) => ({ id: topic, link: <span className="ref break">{topic}</span> }))}
        confirm={{
          label: t('retained.deleteConfirm', { count: deleting.length }),
          busyLabel: t('ui:deleting'),
          busy: busy === 'delete',
          onConfirm: () =>
            void run(
              'delete',
              deleting.map(({ topic }) => ({ id: topic })),
              (topic) => remove.mutateAsync(topic),
            ).then(() => setDeleting([])),
        }}
      >
        <p>{t('retained.deleteText')}</p>
      </ConfirmDialog>
    </>
  );
}
