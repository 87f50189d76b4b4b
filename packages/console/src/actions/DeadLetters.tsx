import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../api/channels.ts';
import { type DeadLetter, useDeadLetters, useDeleteDeadLetters, useResendDeadLetters } from '../api/dead-letters.ts';
import { RequestView } from '../channels/RequestView.tsx';
import { requestBytes, requestTarget } from '../channels/request-parts.ts';
import { faultText } from '../i18n/fault-text.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { download } from '../ui/download.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatBytes, formatCount, formatTime } from '../ui/format.ts';
import { LoadError } from '../ui/Note.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import type { Sort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';

const idOf = (letter: DeadLetter) => letter.id;

/** Requests that were given up: why, what was in them, and another try. */
export function DeadLetters({ channel, locked }: { readonly channel: Channel; readonly locked: string | undefined }) {
  const { t } = useTranslation(['actions', 'ui']);
  const { data, error, refetch } = useDeadLetters(channel.id);
  const resend = useResendDeadLetters();
  const remove = useDeleteDeadLetters();
  const [sort, setSort] = useState<Sort>({ column: 'at', descending: true });
  const [viewed, setViewed] = useState<DeadLetter>();
  const [asking, setAsking] = useState<{ readonly verb: 'resend' | 'delete'; readonly ids: readonly string[] }>();
  const ids = useMemo(() => (data ?? []).map(idOf), [data]);
  const selection = useSelection(ids);

  const why = (letter: DeadLetter) =>
    faultText(letter, letter.message) ??
    (letter.reason in REASONS ? t(`letters.reason.${letter.reason as keyof typeof REASONS}`) : letter.reason);
  const resendNow = (letters: readonly string[]) =>
    resend.mutate(letters, {
      onSuccess: ({ count }) => {
        setAsking(undefined);
        selection.clear();
        setViewed(undefined);
        toastDone(t('letters.resent', { count }));
      },
    });
  const columns: readonly Column<DeadLetter>[] = [
    {
      id: 'at',
      label: t('letters.time'),
      sortBy: (row) => row.at,
      narrow: 'left',
      width: '168px',
      cell: (row) => <span className="num soft">{formatTime(row.at)}</span>,
    },
    {
      id: 'why',
      label: t('letters.why'),
      sortBy: why,
      narrow: 'title',
      cell: (row) => <span title={why(row)}>{why(row)}</span>,
    },
    {
      id: 'target',
      label: t('letters.target'),
      sortBy: (row) => requestTarget(row.request),
      hideBelow: 's',
      cell: (row) => <span className="mono small">{requestTarget(row.request)}</span>,
    },
    {
      id: 'tries',
      label: t('letters.tries'),
      sortBy: (row) => row.attempts,
      number: true,
      hideBelow: 's',
      width: '70px',
      cell: (row) => formatCount(row.attempts),
    },
    {
      id: 'size',
      label: t('letters.size'),
      sortBy: (row) => requestBytes(row.request),
      number: true,
      hideBelow: 's',
      width: '84px',
      cell: (row) => formatBytes(requestBytes(row.request)),
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '150px',
      narrow: 'menu',
      cell: (row) => (
        <span className="row end-row">
          <button
            type="button"
            className="link"
            aria-label={t('letters.viewOne', { time: formatTime(row.at) })}
            onClick={() => setViewed(row)}
          >
            {t('letters.view')}
          </button>
          <button
            type="button"
            className="link"
            disabled={locked !== undefined || resend.isPending}
            title={locked}
            onClick={() => resendNow([row.id])}
          >
            {t('letters.resend')}
          </button>
        </span>
      ),
    },
  ];

  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what={t('letters.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) {
    return (
      <div className="panel">
        <EmptyState slim title={t('letters.none')} text={t('letters.noneText')} />
      </div>
    );
  }
  return (
    <>
      <div className="section-title">
        {t('letters.count', { count: data.length })}
        <span className="end row">
          <Button size="sm" icon="download" onClick={() => exportJson(channel.name, data)}>
            {t('letters.export')}
          </Button>
          <Button size="sm" disabledReason={locked} onClick={() => setAsking({ verb: 'resend', ids })}>
            {t('letters.resendAll')}
          </Button>
        </span>
      </div>
      <DataTable
        label={t('tab.letters')}
        rows={data}
        columns={columns}
        rowId={idOf}
        rowName={(row) => formatTime(row.at)}
        sort={sort}
        onSort={setSort}
        onOpen={setViewed}
        selection={selection}
        bulk={
          <>
            <Button size="sm" disabledReason={locked} onClick={() => resendNow([...selection.ids])}>
              {t('letters.resend')}
            </Button>
            <Button
              size="sm"
              look="danger"
              icon="trash"
              disabledReason={locked}
              onClick={() => setAsking({ verb: 'delete', ids: [...selection.ids] })}
            >
              {t('ui:deleteEllipsis')}
            </Button>
          </>
        }
      />
      <SideDrawer
        opened={viewed !== undefined}
        onClose={() => setViewed(undefined)}
        title={t('letters.one')}
        width="560px"
        foot={
          viewed !== undefined && (
            <Button
              look="primary"
              busy={resend.isPending && t('letters.resending')}
              disabledReason={locked}
              onClick={() => resendNow([viewed.id])}
            >
              {t('letters.resend')}
            </Button>
          )
        }
      >
        {viewed !== undefined && (
          <div className="stack">
            <p>{why(viewed)}</p>
            <dl className="facts small num">
              <dt>{t('letters.received')}</dt>
              <dd>{formatTime(viewed.receivedAt)}</dd>
              <dt>{t('letters.givenUp')}</dt>
              <dd>{formatTime(viewed.at)}</dd>
              <dt>{t('letters.tries')}</dt>
              <dd>{formatCount(viewed.attempts)}</dd>
            </dl>
            <RequestView request={viewed.request} />
            {viewed.raw !== undefined && viewed.raw !== '' && (
              <details>
                <summary className="link">{t('ui:details')}</summary>
                <pre className="raw">{viewed.raw}</pre>
              </details>
            )}
          </div>
        )}
      </SideDrawer>
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t(asking?.verb === 'delete' ? 'letters.deleteTitle' : 'letters.resendTitle', {
          count: asking?.ids.length ?? 0,
        })}
        confirm={{
          label: t(asking?.verb === 'delete' ? 'letters.deleteConfirm' : 'letters.resendConfirm'),
          busyLabel: t(asking?.verb === 'delete' ? 'ui:deleting' : 'letters.resending'),
          busy: remove.isPending || resend.isPending,
          danger: asking?.verb === 'delete',
          onConfirm: () => {
            if (asking?.verb === 'resend') resendNow(asking.ids);
            else if (asking !== undefined) {
              remove.mutate(asking.ids, {
                onSuccess: ({ count }) => {
                  setAsking(undefined);
                  selection.clear();
                  toastDone(t('letters.deleted', { count }));
                },
              });
            }
          },
        }}
      >
        <p>{t(asking?.verb === 'delete' ? 'letters.deleteText' : 'letters.resendText')}</p>
      </ConfirmDialog>
    </>
  );
}

const REASONS = { rejected: true, expired: true, queue_full: true } as const;

function exportJson(name: string, letters: readonly DeadLetter[]): void {
  download(`${name}-dead-letters.json`, JSON.stringify(letters, null, 2), 'application/json');
}
