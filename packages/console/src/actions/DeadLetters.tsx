import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeadLetter,
  type DeadLetterFilter,
  LETTERS_A_PAGE,
  useDeadLetters,
  useDeleteDeadLetters,
  useResendDeadLetters,
} from '../api/dead-letters.ts';
import { requestBytes, requestTarget } from '../channels/request-parts.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { download } from '../ui/download.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatBytes, formatCount, formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import { systemLook } from '../ui/systems.ts';
import { FilterChip, Toolbar } from '../ui/Toolbar.tsx';
import type { Sort } from '../ui/table-order.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { withAllLetters } from './all-letters.ts';
import { LetterDrawer } from './LetterDrawer.tsx';
import { LETTER_REASONS, useLetterReason } from './letter-reason.ts';

const idOf = (letter: DeadLetter) => letter.id;
const NONE: readonly DeadLetter[] = [];

export interface DeadLettersProps {
  readonly filter: DeadLetterFilter;
  readonly page: number;
  readonly onChange: (next: DeadLetterFilter & { readonly page?: number | undefined }) => void;
  /** The actions to choose from; absent on the page of one. */
  readonly actions?: readonly string[];
  /** Why nothing can be re-sent or deleted. */
  readonly locked: string | undefined;
}

/** What is asked before: about some letters, or about all that the filter leaves. */
interface Asking {
  readonly verb: 'resend' | 'delete';
  readonly ids: readonly string[] | 'all';
  readonly count: number;
}

/** Requests that were given up: why, what was in them, and another try. */
export function DeadLetters({ filter, page, onChange, actions, locked }: DeadLettersProps) {
  const { t } = useTranslation(['actions', 'ui']);
  const { data, error, refetch } = useDeadLetters(filter, page);
  const resend = useResendDeadLetters();
  const remove = useDeleteDeadLetters();
  const why = useLetterReason();
  const [sort, setSort] = useState<Sort>({ column: 'at', descending: true });
  const [viewed, setViewed] = useState<DeadLetter>();
  const [asking, setAsking] = useState<Asking>();
  const [isBusy, setIsBusy] = useState(false);
  const letters = data?.letters ?? NONE;
  const selection = useSelection(useMemo(() => letters.map(idOf), [letters]));

  const run = async (verb: Asking['verb'], ids: Asking['ids'], asked: number) => {
    const call = verb === 'resend' ? resend.mutateAsync : remove.mutateAsync;
    setIsBusy(true);
    try {
      const count = ids === 'all' ? await withAllLetters(filter, call) : (await call(ids)).count;
      const done = t(verb === 'resend' ? 'letters.resent' : 'letters.deleted', { count });
      // Of all there may be fewer by now; of those that were named each one counts.
      if (ids === 'all' || count === asked) toastDone(done);
      else toastProblem(`${done} ${t('letters.others', { count: asked - count })}`);
      setViewed(undefined);
      selection.clear();
    } catch {
      // Shown as a toast by whoever made the call.
    } finally {
      setIsBusy(false);
      setAsking(undefined);
    }
  };

  const columns: readonly Column<DeadLetter>[] = [
    {
      id: 'at',
      label: t('letters.time'),
      sortBy: (row) => row.at,
      narrow: 'left',
      width: '152px',
      cell: (row) => (
        <span className="soft">
          <ShortTime time={row.at} />
        </span>
      ),
    },
    ...(actions === undefined
      ? []
      : [
          {
            id: 'action',
            label: t('letters.action'),
            sortBy: (row: DeadLetter) => row.action,
            hideBelow: 's' as const,
            cell: (row: DeadLetter) => (
              <Link className="ref" to="/rule/actions/$id" params={{ id: row.action }} search={{ tab: 'letters' }}>
                <Icon name={systemLook(row.action.split(':')[0] ?? '').icon} />
                <span className="clip">{row.action}</span>
              </Link>
            ),
          },
        ]),
    {
      id: 'why',
      label: t('letters.why'),
      sortBy: why,
      narrow: 'title',
      width: '34%',
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
            disabled={locked !== undefined || isBusy}
            title={locked}
            aria-label={t('letters.resendOne', { time: formatTime(row.at) })}
            onClick={() => void run('resend', [row.id], 1)}
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
  const isFiltered = filter.reason !== undefined || (actions !== undefined && filter.action !== undefined);
  if (data.count === 0 && !isFiltered) {
    return (
      <div className="panel">
        <EmptyState slim title={t('letters.none')} text={t('letters.noneText')} />
      </div>
    );
  }
  const all = data.count;
  return (
    <>
      <div className="letters-bar">
        <Toolbar>
          {actions !== undefined && (
            <FilterChip
              label={t('letters.action')}
              value={filter.action}
              options={actions.map((id) => ({ value: id, label: id }))}
              onChange={(action) => onChange({ ...filter, action, page: undefined })}
            />
          )}
          <FilterChip
            label={t('letters.why')}
            value={filter.reason}
            options={LETTER_REASONS.map((value) => ({ value, label: t(`letters.reason.${value}`) }))}
            onChange={(reason) => onChange({ ...filter, reason, page: undefined })}
          />
        </Toolbar>
        <span className="row">
          <Button size="sm" icon="download" onClick={() => exportJson(filter.action ?? 'all', letters)}>
            {t('letters.export')}
          </Button>
          <Button
            size="sm"
            disabledReason={locked ?? (letters.length === 0 ? t('letters.none') : undefined)}
            onClick={() => setAsking({ verb: 'resend', ids: 'all', count: all })}
          >
            {t('letters.resendAll')}
          </Button>
          <Button
            size="sm"
            look="danger"
            disabledReason={locked ?? (letters.length === 0 ? t('letters.none') : undefined)}
            onClick={() => setAsking({ verb: 'delete', ids: 'all', count: all })}
          >
            {t('letters.deleteAll')}
          </Button>
        </span>
      </div>
      <DataTable
        label={t('tab.letters')}
        rows={letters}
        columns={columns}
        rowId={idOf}
        rowName={(row) => formatTime(row.at)}
        sort={sort}
        onSort={setSort}
        onOpen={setViewed}
        selection={selection}
        empty={<EmptyState slim title={t('ui:nothingMatches')} text={t('ui:nothingMatchesHelp')} />}
        foot={
          <Pager
            page={page}
            shown={letters.length}
            count={all}
            hasNext={data.hasNext}
            onPage={(next) => onChange({ ...filter, page: next === 1 ? undefined : next })}
          />
        }
        bulk={
          <>
            <Button
              size="sm"
              busy={isBusy && t('letters.resending')}
              disabledReason={locked}
              onClick={() => void run('resend', [...selection.ids], selection.ids.size)}
            >
              {t('letters.resend')}
            </Button>
            <Button
              size="sm"
              look="danger"
              icon="trash"
              disabledReason={locked}
              onClick={() => setAsking({ verb: 'delete', ids: [...selection.ids], count: selection.ids.size })}
            >
              {t('ui:deleteEllipsis')}
            </Button>
          </>
        }
      />
      <LetterDrawer
        letter={viewed}
        onClose={() => setViewed(undefined)}
        locked={locked}
        isBusy={isBusy}
        onResend={(letter) => void run('resend', [letter.id], 1)}
      />
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t(asking?.verb === 'delete' ? 'letters.deleteTitle' : 'letters.resendTitle', {
          count: asking?.count ?? 0,
        })}
        confirm={{
          label: t(asking?.verb === 'delete' ? 'letters.deleteConfirm' : 'letters.resendConfirm'),
          busyLabel: t(asking?.verb === 'delete' ? 'ui:deleting' : 'letters.resending'),
          busy: isBusy,
          danger: asking?.verb === 'delete',
          onConfirm: () => asking !== undefined && void run(asking.verb, asking.ids, asking.count),
        }}
      >
        <p>{t(asking?.verb === 'delete' ? 'letters.deleteText' : 'letters.resendText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Which letters these are, and the way to older and newer ones. */
function Pager({
  page,
  shown,
  count,
  hasNext,
  onPage,
}: {
  readonly page: number;
  readonly shown: number;
  readonly count: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation('actions');
  const first = (page - 1) * LETTERS_A_PAGE + 1;
  const isWhole = page === 1 && !hasNext;
  return (
    <span className="row">
      {isWhole
        ? t('letters.count', { count })
        : t('letters.range', {
            from: formatCount(first),
            to: formatCount(first + shown - 1),
            count: formatCount(count),
          })}
      {!isWhole && (
        <>
          <button type="button" className="link" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t('letters.newer')}
          </button>
          <button type="button" className="link" disabled={!hasNext} onClick={() => onPage(page + 1)}>
            {t('letters.older')}
          </button>
        </>
      )}
    </span>
  );
}

function exportJson(name: string, letters: readonly DeadLetter[]): void {
  download(`${name.replace(/[^\w.-]+/g, '-')}-dead-letters.json`, JSON.stringify(letters, null, 2), 'application/json');
}
