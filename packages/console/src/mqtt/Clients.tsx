import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIENTS_PER_PAGE, type MqttClient, useKickClient, useMqttClients } from '../api/mqtt.ts';
import { useMayWrite } from '../api/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Count } from '../ui/Counter.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useMenuColumn } from '../ui/list-columns.tsx';
import { LoadError } from '../ui/Note.tsx';
import { PageFoot } from '../ui/PageFoot.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { FilterChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { BanDialog } from './BanDialog.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { useMqttSearch } from './use-mqtt-search.ts';

const idOf = (client: MqttClient) => client.clientid;
const PROTOCOLS: Readonly<Record<number, string>> = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5.0' };

function useColumns(
  onShow: (client: MqttClient) => void,
  onKick: (client: MqttClient) => void,
  onBan: (client: MqttClient) => void,
): readonly Column<MqttClient>[] {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const menu = useMenuColumn(idOf, (client) => [
    { label: t('client.showSubscriptions'), icon: 'eye', onSelect: () => onShow(client) },
    {
      label: t('client.kick'),
      icon: 'close',
      danger: true,
      divided: true,
      disabledReason: viewer,
      onSelect: () => onKick(client),
    },
    { label: t('ban.open'), icon: 'alert', danger: true, disabledReason: viewer, onSelect: () => onBan(client) },
  ]);
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
      width: '180px',
      cell: (client) => <ShortTime time={client.connected ? client.connected_at : client.disconnected_at} />,
    },
    menu,
  ];
}

/** Clients with a session, connected or away, a page at a time: a broker may have many. */
export function Clients() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const { page, q, change, toPage, ...search } = useMqttSearch();
  const state = search.state === 'connected' || search.state === 'disconnected' ? search.state : undefined;
  const { data, error, refetch } = useMqttClients({ page, like: q, state });
  const kick = useKickClient();
  const [sort, setSort] = useState(parseSort(undefined, 'state'));
  const [shown, setShown] = useState<MqttClient>();
  const [kicking, setKicking] = useState<MqttClient>();
  const [banning, setBanning] = useState<MqttClient>();
  const columns = useColumns(setShown, setKicking, setBanning);

  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what={t('client.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  const isFiltered = q !== undefined || state !== undefined;
  return (
    <>
      <Toolbar>
        <SearchBox
          placeholder={t('client.search')}
          value={q ?? ''}
          onChange={(next) => change({ q: next || undefined })}
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
          <PageFoot
            page={page}
            limit={CLIENTS_PER_PAGE}
            shown={data.data.length}
            total={data.meta.count}
            hasNext={data.meta.hasnext === true}
            onPage={toPage}
          />
        }
      />
      {shown !== undefined && <Subscriptions client={shown} onClose={() => setShown(undefined)} />}
      {banning !== undefined && <BanDialog clientid={banning.clientid} onClose={() => setBanning(undefined)} />}
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
