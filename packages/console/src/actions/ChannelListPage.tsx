import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useChannels } from '../api/channels.ts';
import { useMayWrite } from '../api/session.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/Note.tsx';
import { NothingMatches } from '../ui/NothingMatches.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import { type StatusWord, statusLook } from '../ui/status.ts';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { FilterChip, ProblemChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { formatSort, matchesSearch, parseSort } from '../ui/table-order.ts';
import { DeleteDialog, DisableDialog } from './ChannelDialogs.tsx';
import { ChannelsBulkBar } from './ChannelsBulkBar.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { DETAIL_PATH, LIST_PATH } from './channel-paths.ts';
import './actions.css';

const lookOf = (channel: Channel) => statusLook(channel.status, channel.kind, channel.enable);
const idOf = (channel: Channel) => channel.id;
const isProblem = (channel: Channel) => ['bad', 'warn'].includes(lookOf(channel).tone);
const STATES: readonly StatusWord[] = ['available', 'connecting', 'inconsistent', 'unavailable', 'stopped', 'disabled'];

/** All actions, or all sources: what does not work first. */
export function ChannelListPage({ kind }: { readonly kind: ChannelKind }) {
  const { t } = useTranslation(['actions', 'ui']);
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const { data, error, refetch } = useChannels(kind);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [disabling, setDisabling] = useState<Channel>();
  const [deleting, setDeleting] = useState<Channel>();
  const columns = useChannelColumns(kind, setDisabling, setDeleting);
  const existing = useMemo(() => (data ?? []).map(idOf), [data]);
  const selection = useSelection(existing);

  const rows = useMemo(
    () =>
      (data ?? []).filter(
        (row) =>
          matchesSearch(search.q, row.id, row.description, row.connector, systemLook(row.type).label, ...row.rules) &&
          (search.type === undefined || row.type === search.type) &&
          (search.rule === undefined || row.rules.includes(search.rule)) &&
          (search.enable === undefined || String(row.enable) === search.enable) &&
          (search.status === undefined ||
            (search.status === 'problem' ? isProblem(row) : lookOf(row).word === search.status)),
      ),
    [data, search],
  );
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: LIST_PATH[kind], search: { ...search, ...next }, replace: true });
  const all = data ?? [];
  const problems = all.filter(isProblem).length;
  const enabled = all.filter((row) => row.enable).length;
  const types = [...new Set(all.map((row) => row.type))].sort(byTypeOrder);
  const rules = [...new Set(all.flatMap((row) => row.rules))].sort();

  const head = (
    <PageHead
      title={t(`title.${kind}`)}
      beside={
        all.length > 0 && (
          <span className="muted num hide-s">
            {t(problems > 0 ? 'summaryBad' : 'summaryAll', { total: all.length, enabled, bad: problems })}
          </span>
        )
      }
    >
      <LinkButton look="primary" icon="plus" to="/rule/rules/create" disabledReason={viewer}>
        {t('newRule')}
      </LinkButton>
    </PageHead>
  );
  if (data === undefined) {
    return (
      <>
        {head}
        {error === null ? (
          <SkeletonRows />
        ) : (
          <LoadError what={t(`listWhat.${kind}`)} error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  if (all.length === 0) {
    return (
      <>
        {head}
        <div className="panel">
          <EmptyState title={t(`empty.${kind}.title`)} text={t(`empty.${kind}.text`)}>
            <LinkButton look="primary" icon="plus" to="/rule/rules/create" disabledReason={viewer}>
              {t('empty.rule')}
            </LinkButton>
            <LinkButton to="/connector">{t('empty.connector')}</LinkButton>
          </EmptyState>
        </div>
      </>
    );
  }
  return (
    <>
      {head}
      <Toolbar>
        <SearchBox
          placeholder={t('searchHint')}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        <FilterChip
          label={t('ui:status')}
          value={search.status === 'problem' ? undefined : search.status}
          options={STATES.map((word) => ({ value: word, label: t(`ui:statusOf.${word}`) }))}
          onChange={(status) => change({ status })}
        />
        <FilterChip
          label={t('ui:type')}
          value={search.type}
          options={types.map((type) => ({ value: type, label: systemLook(type).label }))}
          onChange={(type) => change({ type })}
        />
        <FilterChip
          label={t('filter.rule')}
          value={search.rule}
          options={rules.map((id) => ({ value: id, label: id }))}
          onChange={(rule) => change({ rule })}
        />
        <FilterChip
          label={t('filter.enabled')}
          value={search.enable}
          options={[
            { value: 'true', label: t('ui:enabled') },
            { value: 'false', label: t('ui:disabled') },
          ]}
          onChange={(enable) => change({ enable })}
        />
        {(problems > 0 || search.status === 'problem') && (
          <ProblemChip
            pressed={search.status === 'problem'}
            count={problems}
            label={t('filter.problems')}
            onToggle={(on) => change({ status: on ? 'problem' : undefined })}
          />
        )}
      </Toolbar>
      <DataTable
        label={t(`title.${kind}`)}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={(row) => row.name}
        sort={parseSort(search.sort, 'status')}
        onSort={(sort) => change({ sort: formatSort(sort) })}
        onOpen={(row) => void navigate({ to: DETAIL_PATH[kind], params: { id: row.id } })}
        selection={selection}
        foot={
          rows.length === all.length
            ? t(`count.${kind}`, { count: all.length })
            : t('ui:table.filtered', { shown: rows.length, total: all.length })
        }
        bulk={
          <ChannelsBulkBar
            kind={kind}
            selected={all.filter((row) => selection.ids.has(row.id))}
            selection={selection}
          />
        }
        empty={
          <NothingMatches
            text={search.q}
            onClear={() =>
              change({ q: undefined, type: undefined, status: undefined, enable: undefined, rule: undefined })
            }
          />
        }
      />
      <DisableDialog kind={kind} channel={disabling} onClose={() => setDisabling(undefined)} />
      <DeleteDialog kind={kind} channel={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}
