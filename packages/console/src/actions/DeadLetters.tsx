import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeadLetter,
  type DeadLetterFilter,
  LETTERS_A_PAGE,
  useDeadLetters,
  useDeleteDeadLetters,
  useResendDeadLetters,
} from '../api/dead-letters.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { download } from '../ui/download.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatTime } from '../ui/format.ts';
import { LoadError } from '../ui/Note.tsx';
import { PageFoot } from '../ui/PageFoot.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import { FilterChip, Toolbar } from '../ui/Toolbar.tsx';
import type { Sort } from '../ui/table-order.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { withAllLetters } from './all-letters.ts';
import { useHeldLetters } from './held-letters.ts';
import { LetterDrawer } from './LetterDrawer.tsx';
import { useLetterColumns } from './letter-columns.tsx';
import { LETTER_REASONS } from './letter-reason.ts';
import { ResentNote } from './ResentNote.tsx';
import { type Resent, resentOf } from './resent.ts';

const idOf = (letter: DeadLetter) => letter.id;

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
  const [sort, setSort] = useState<Sort>({ column: 'at', descending: true });
  const [viewed, setViewed] = useState<DeadLetter>();
  const [asking, setAsking] = useState<Asking>();
  const [isBusy, setIsBusy] = useState(false);
  const [resent, setResent] = useState<Resent>();
  const [isIn, setIsIn] = useState(false);
  const chosenBefore = useRef(0);
  const { letters, fresh, release } = useHeldLetters(
    data,
    `${filter.action} ${filter.reason} ${page}`,
    isIn || chosenBefore.current > 0,
  );
  const selection = useSelection(useMemo(() => letters.map(idOf), [letters]));
  chosenBefore.current = selection.ids.size;

  const hold = {
    onPointerEnter: () => setIsIn(true),
    onPointerLeave: () => setIsIn(false),
    onFocus: () => setIsIn(true),
    onBlur: () => setIsIn(false),
  };

  const run = async (verb: Asking['verb'], ids: Asking['ids'], asked: number) => {
    const call = verb === 'resend' ? resend.mutateAsync : remove.mutateAsync;
    setIsBusy(true);
    try {
      const { count, letters: fates } = ids === 'all' ? await withAllLetters(filter, call) : await call(ids);
      if (verb === 'resend') setResent(resentOf(Date.now(), asked, count, fates, letters));
      // Of all there may be fewer by now; of those that were named each one counts.
      else if (ids === 'all' || count === asked) toastDone(t('letters.deleted', { count }));
      else toastProblem(`${t('letters.deleted', { count })} ${t('letters.others', { count: asked - count })}`);
      setViewed(undefined);
      selection.clear();
      release();
    } catch {
      // Shown as a toast by whoever made the call; what was selected still is.
    } finally {
      setIsBusy(false);
      setAsking(undefined);
    }
  };

  const columns = useLetterColumns({
    isOfAll: actions !== undefined,
    locked: locked ?? (isBusy ? t('letters.resending') : undefined),
    onView: setViewed,
    onResend: (letter) => void run('resend', [letter.id], 1),
  });

  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what={t('letters.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  const isFiltered = filter.reason !== undefined || (actions !== undefined && filter.action !== undefined);
  const note = resent !== undefined && <ResentNote resent={resent} onClose={() => setResent(undefined)} />;
  if (data.count === 0 && !isFiltered) {
    return (
      <>
        {note}
        <div className="panel">
          <EmptyState slim title={t('letters.none')} text={t('letters.noneText')} />
        </div>
      </>
    );
  }
  const all = data.count;
  const chosen = selection.ids.size;
  const scope = isFiltered ? 'Shown' : 'All';
  const reasonNot = locked ?? (letters.length === 0 ? t('letters.none') : undefined);
  return (
    <>
      {note}
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
          {/* While letters are selected, the buttons about them below the table are the only ones. */}
          {chosen === 0 && (
            <>
              <Button
                size="sm"
                disabledReason={reasonNot}
                onClick={() => setAsking({ verb: 'resend', ids: 'all', count: all })}
              >
                {t(`letters.resend${scope}`, { count: all })}
              </Button>
              <Button
                size="sm"
                look="danger"
                disabledReason={reasonNot}
                onClick={() => setAsking({ verb: 'delete', ids: 'all', count: all })}
              >
                {t(`letters.delete${scope}`, { count: all })}
              </Button>
            </>
          )}
        </span>
      </div>
      <div {...hold}>
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
            <>
              <PageFoot
                page={page}
                limit={LETTERS_A_PAGE}
                shown={letters.length}
                total={all}
                hasNext={data.hasNext}
                onPage={(next) => onChange({ ...filter, page: next === 1 ? undefined : next })}
              />
              {fresh > 0 && (
                <span className="order-changed">
                  {t('letters.fresh', { count: fresh })} ·{' '}
                  <button type="button" className="link" onClick={release}>
                    {t('letters.showFresh')}
                  </button>
                </span>
              )}
            </>
          }
          bulk={
            <>
              <Button
                size="sm"
                busy={isBusy && t('letters.resending')}
                disabledReason={locked}
                onClick={() => void run('resend', [...selection.ids], chosen)}
              >
                {t('letters.resendChosen', { count: chosen })}
              </Button>
              <Button
                size="sm"
                look="danger"
                icon="trash"
                disabledReason={locked}
                onClick={() => setAsking({ verb: 'delete', ids: [...selection.ids], count: chosen })}
              >
                {t('letters.deleteChosen', { count: chosen })}
              </Button>
            </>
          }
        />
      </div>
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

function exportJson(name: string, letters: readonly DeadLetter[]): void {
  download(`${name.replace(/[^\w.-]+/g, '-')}-dead-letters.json`, JSON.stringify(letters, null, 2), 'application/json');
}
