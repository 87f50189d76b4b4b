import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIENTS_PER_PAGE, type MqttClient, useKickClient, useMqttClients } from '../api/mqtt.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Count } from '../ui/Counter.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatCount } from '../ui/format.ts';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { FilterChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { Subscriptions } from './Subscriptions.tsx';

const idOf = (client: MqttClient) => client.clientid;
const PROTOCOLS: Readonly<Record<number, string>> = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5.0' };

function useColumns(
  onShow: (client: MqttClient) => void,
  onKick: (client: MqttClient) => void,
): readonly Column<MqttClient>[] {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  return [
    {
      id: 'clientid',
      label: t('client.id'),
      sortBy: idOf,
      narrow: 'title',
      cell: (client) => (
        <button type="button" className="link id clip" onClick={() => onShow(client)}>
          {client.clientid}
        </button>
      ),
    },
    {
      id: 'state',
      label: t('client.state'),
      sortBy: (client) => (client.connected ? 0 : 1),
      width: '130px',
      narrow: 'state',
      cell: (client) => (
        <StatusText tone={client.connected ? 'ok' : 'off'} shape={client.connected ? 'disc' : 'ring'}>
          {client.connected ? t('client.connected') : t('client.away')}
        </StatusText>
      ),
    },
    {
      id: 'user',
      label: t('client.user'),
      sortBy: (client) => client.username ?? undefined,
      hideBelow: 's',
      cell: (client) =>
        client.username === null ? <span className="muted">{t('client.nobody')}</span> : client.username,
    },
    {
      id: 'address',
      label: t('client.address'),
      narrow: 'left',
      cell: (client) => (
        <span className="mono small">
          {client.ip_address === undefined ? '—' : `${client.ip_address}:${client.port ?? ''}`}
        </span>
      ),
    },
    {
      id: 'protocol',
      label: t('client.protocol'),
      sortBy: (client) => client.proto_ver,
      hideBelow: 'm',
      width: '110px',
      cell: (client) => PROTOCOLS[client.proto_ver ?? 0] ?? '—',
    },
    {
      id: 'subscriptions',
      label: t('client.subscriptions'),
      sortBy: (client) => client.subscriptions_cnt,
      number: true,
      hideBelow: 's',
      width: '112px',
      cell: (client) => <Count value={client.subscriptions_cnt} />,
    },
    {
      id: 'queue',
      label: t('client.waiting'),
      sortBy: (client) => client.mqueue_len,
      number: true,
      hideBelow: 's',
      width: '92px',
      cell: (client) => <Count value={client.mqueue_len} />,
    },
    {
      id: 'dropped',
      label: t('client.dropped'),
      sortBy: (client) => client.mqueue_dropped,
      number: true,
      hideBelow: 'm',
      width: '92px',
      cell: (client) => <Count value={client.mqueue_dropped} isBad />,
    },
    {
      id: 'since',
      label: t('client.since'),
      hideBelow: 'm',
      width: '160px',
      cell: (client) => <ShortTime time={client.connected ? client.connected_at : client.disconnected_at} />,
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '44px',
      narrow: 'menu',
      cell: (client) => (
        <MoreMenu
          label={`${t('ui:more')}: ${client.clientid}`}
          actions={[
            { label: t('client.showSubscriptions'), icon: 'eye', onSelect: () => onShow(client) },
            {
              label: t('client.kick'),
              icon: 'close',
              danger: true,
              divided: true,
              disabledReason: viewer,
              onSelect: () => onKick(client),
            },
          ]}
        />
      ),
    },
  ];
}

/** Clients with a session, connected or away, a page at a time: a broker may have many. */
export function Clients() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const search = useSearch({ from: '/frame/mqtt' });
  const navigate = useNavigate();
  const page = Math.max(1, Number(search.page) || 1);
  const state = search.state === 'connected' || search.state === 'disconnected' ? search.state : undefined;
  const { data, error, refetch } = useMqttClients({ page, like: search.q, state });
  const kick = useKickClient();
  const [sort, setSort] = useState(parseSort(undefined, 'state'));
  const [shown, setShown] = useState<MqttClient>();
  const [kicking, setKicking] = useState<MqttClient>();
  const columns = useColumns(setShown, setKicking);
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, ...next }), replace: true });

  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what={t('client.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  const isFiltered = search.q !== undefined || state !== undefined;
  const { count, hasnext = false } = data.meta;
  const first = (page - 1) * CLIENTS_PER_PAGE + 1;
  return (
    <>
      <Toolbar>
        <SearchBox
          placeholder={t('client.search')}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        <FilterChip
          label={t('client.state')}
          value={state}
          options={[
            { value: 'connected', label: t('client.connected') },
            { value: 'disconnected', label: t('client.away') },
          ]}
          onChange={(value) => change({ state: value })}
        />
      </Toolbar>
      <DataTable
        label={t('tabs.clients')}
        rows={data.data}
        columns={columns}
        rowId={idOf}
        rowName={idOf}
        sort={sort}
        onSort={setSort}
        onOpen={setShown}
        empty={
          <EmptyState
            slim={isFiltered}
            {...(isFiltered ? {} : { title: t('client.emptyTitle') })}
            text={isFiltered ? t('client.noMatch') : t('client.emptyText')}
          />
        }
        foot={
          <span className="row">
            {count === undefined
              ? t('client.range', { from: first, to: first + data.data.length - 1 })
              : t('client.rangeOf', {
                  from: first,
                  to: first + data.data.length - 1,
                  total: formatCount(count),
                })}
            {(page > 1 || hasnext) && (
              <>
                <Button
                  size="sm"
                  disabledReason={page > 1 ? undefined : t('client.firstPage')}
                  onClick={() => change({ page: page > 2 ? String(page - 1) : undefined })}
                >
                  {t('client.previous')}
                </Button>
                <Button
                  size="sm"
                  disabledReason={hasnext ? undefined : t('client.lastPage')}
                  onClick={() => change({ page: String(page + 1) })}
                >
                  {t('client.next')}
                </Button>
              </>
            )}
          </span>
        }
      />
      {shown !== undefined && <Subscriptions client={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        opened={kicking !== undefined}
        onClose={() => setKicking(undefined)}
        title={t('client.kickTitle', { name: kicking?.clientid ?? '' })}
        confirm={{
          label: t('client.kickConfirm'),
          busyLabel: t('client.kicking'),
          busy: kick.isPending,
          onConfirm: () =>
            kicking !== undefined &&
            kick.mutate(kicking.clientid, {
              onSuccess: () => {
                toastDone(t('client.kicked', { name: kicking.clientid }));
                setKicking(undefined);
              },
            }),
        }}
      >
        <p>{t('client.kickText')}</p>
      </ConfirmDialog>
    </>
  );
}
