import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useChannels } from '../api/channels.ts';
import { useDeadLetters } from '../api/dead-letters.ts';
import { useMayWrite } from '../api/session.ts';
import { ExportAllButton } from '../channels/ExportAllButton.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatCount } from '../ui/format.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { type ListLogic, useListState } from '../ui/list-state.ts';
import { isProblemLook, type StatusWord, statusLook } from '../ui/status.ts';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { ChannelCreateDrawer } from './ChannelCreateDrawer.tsx';
import { DeleteDialog, DisableDialog } from './ChannelDialogs.tsx';
import { ChannelsBulkBar } from './ChannelsBulkBar.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { DETAIL_PATH } from './channel-paths.ts';
import { MadeDialog } from './MadeDialog.tsx';
import './actions.css';

const lookOf = (channel: Channel) => statusLook(channel.status, channel.kind, channel.enable);
const LIST: ListLogic<Channel> = {
  idOf: (row) => row.id,
  textsOf: (row) => [row.id, row.description, row.connector, systemLook(row.type).label, ...row.rules],
  isEnabled: (row) => row.enable,
  filters: {
    status: (row, value) => lookOf(row).word === value,
    type: (row, value) => row.type === value,
    rule: (row, value) => row.rules.includes(value),
  },
  problem: { in: 'status', has: (row) => isProblemLook(lookOf(row)) },
};
const STATES: readonly StatusWord[] = ['available', 'connecting', 'inconsistent', 'unavailable', 'stopped', 'disabled'];

/** All actions, or all sources: what does not work first. */
export function ChannelListPage({ kind }: { readonly kind: ChannelKind }) {
  const { t } = useTranslation(['actions', 'ui']);
  const navigate = useNavigate();
  const { data, error, refetch, dataUpdatedAt } = useChannels(kind);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [disabling, setDisabling] = useState<Channel>();
  const [deleting, setDeleting] = useState<Channel>();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const columns = useChannelColumns(kind, setDisabling, setDeleting);
  const list = useListState(data, LIST);
  const { total, enabled, bad } = list;
  const types = [...new Set((data ?? []).map((row) => row.type))].sort(byTypeOrder);
  const rules = [...new Set((data ?? []).flatMap((row) => row.rules))].sort();
  const createButton = (
    <Button look="primary" icon="plus" disabledReason={viewer} onClick={() => setIsCreating(true)}>
      {t(`new.${kind}`)}
    </Button>
  );
  const dialogs = (
    <>
      <ChannelCreateDrawer
        kind={kind}
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(id) => {
          setIsCreating(false);
          setMade(id);
        }}
      />
      <MadeDialog kind={kind} id={made} onClose={() => setMade(undefined)} />
    </>
  );
  return (
    <>
      <ListPage
        title={t(`title.${kind}`)}
        list={list}
        load={{ what: t(`listWhat.${kind}`), error, refetch, updatedAt: dataUpdatedAt }}
        summary={t(bad > 0 ? 'summaryBad' : 'summaryAll', { total, enabled, bad })}
        create={
          <>
            {kind === 'action' && <LettersLink />}
            {total > 0 && <ExportAllButton kind={kind} />}
            {createButton}
          </>
        }
        empty={
          <div className="panel">
            <EmptyState title={t(`empty.${kind}.title`)} text={t(`empty.${kind}.text`)}>
              {createButton}
              <LinkButton to="/rule/rules/create" disabledReason={viewer}>
                {t('empty.rule')}
              </LinkButton>
            </EmptyState>
          </div>
        }
        searchHint={t('searchHint')}
        filters={[
          {
            name: 'status',
            label: t('ui:status'),
            options: STATES.map((word) => ({ value: word, label: t(`ui:statusOf.${word}`) })),
          },
          {
            name: 'type',
            label: t('ui:type'),
            options: types.map((type) => ({ value: type, label: systemLook(type).label })),
          },
          { name: 'rule', label: t('filter.rule'), options: rules.map((id) => ({ value: id, label: id })) },
        ]}
        problemsLabel={t('filter.problems')}
        columns={columns}
        sort="status"
        nameOf={(row) => row.name}
        onOpen={(row) => void navigate({ to: DETAIL_PATH[kind], params: { id: row.id } })}
        count={t(`count.${kind}`, { count: total })}
        bulk={<ChannelsBulkBar kind={kind} selected={list.selected} selection={list.selection} />}
      >
        <DisableDialog kind={kind} channel={disabling} onClose={() => setDisabling(undefined)} />
        <DeleteDialog kind={kind} channel={deleting} onClose={() => setDeleting(undefined)} />
      </ListPage>
      {dialogs}
    </>
  );
}

/** The way to what could not be delivered; only where there is something. */
function LettersLink() {
  const { t } = useTranslation('actions');
  const count = useDeadLetters({}, 1).data?.count ?? 0;
  if (count === 0) return null;
  return (
    <LinkButton to="/rule/actions/dead-letters">{t('letters.link', { count, shown: formatCount(count) })}</LinkButton>
  );
}
