import { useTranslation } from 'react-i18next';
import { BAN_KINDS, BANS_PER_PAGE, type Ban, useBans, useLiftBan } from '../api/bans.ts';
import { useActorText } from '../ui/actor-name.ts';
import type { Column } from '../ui/DataTable.tsx';
import { ManagedList } from '../ui/ManagedList.tsx';
import { PageFoot } from '../ui/PageFoot.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { BanDialog } from './BanDialog.tsx';
import { useMqttSearch } from './use-mqtt-search.ts';

const idOf = (ban: Ban) => `${ban.as}:${ban.who}`;
const nameOf = (ban: Ban) => ban.who;

function useColumns(): readonly Column<Ban>[] {
  const { t } = useTranslation('mqtt');
  const actorOf = useActorText();
  return [
    {
      id: 'who',
      label: t('ban.who'),
      sortBy: nameOf,
      narrow: 'title',
      cell: (ban) => <span className="id clip">{ban.who}</span>,
    },
    {
      id: 'as',
      label: t('ban.as'),
      sortBy: (ban) => ban.as,
      narrow: 'left',
      width: '130px',
      cell: (ban) => {
        const kind = BAN_KINDS.find((one) => one === ban.as);
        return kind === undefined ? <span className="mono small">{ban.as}</span> : t(`ban.kind.${kind}`);
      },
    },
    {
      id: 'reason',
      label: t('ban.reason'),
      hideBelow: 's',
      cell: (ban) => <span className="soft break">{ban.reason}</span>,
    },
    { id: 'by', label: t('ban.by'), hideBelow: 'm', width: '140px', cell: (ban) => actorOf(ban.by ?? '') },
    {
      id: 'at',
      label: t('ban.at'),
      sortBy: (ban) => ban.at,
      hideBelow: 'm',
      width: '180px',
      cell: (ban) => <ShortTime time={ban.at} />,
    },
    {
      id: 'until',
      label: t('ban.until'),
      sortBy: (ban) => (ban.until === 'infinity' ? undefined : ban.until),
      narrow: 'state',
      width: '180px',
      cell: (ban) =>
        ban.until === undefined || ban.until === 'infinity' ? (
          <span className="muted">{t('ban.forever')}</span>
        ) : (
          <ShortTime time={ban.until} />
        ),
    },
  ];
}

/** Who may not connect, whatever they know. */
export function Bans() {
  const { t } = useTranslation('mqtt');
  const { page, toPage } = useMqttSearch();
  const { data, error, refetch } = useBans(page);
  const lift = useLiftBan();
  const columns = useColumns();
  return (
    <ManagedList
      label={t('tabs.bans')}
      load={{ what: t('ban.what'), rows: data?.data, error, refetch, absent: t('ban.absent') }}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      sort="-at"
      createLabel={t('ban.create')}
      empty={{ title: t('ban.emptyTitle'), text: t('ban.emptyText') }}
      isFiltered={page > 1}
      foot={
        <PageFoot
          page={page}
          limit={BANS_PER_PAGE}
          shown={data?.data.length ?? 0}
          total={data?.meta.count}
          hasNext={data?.meta.hasnext === true}
          onPage={toPage}
        />
      }
      dialog={(_, onClose) => <BanDialog onClose={onClose} />}
      removal={{
        label: t('ban.lift'),
        title: (ban) => t('ban.liftTitle', { name: ban.who }),
        text: t('ban.liftText'),
        confirm: t('ban.liftConfirm'),
        busyLabel: t('ban.lifting'),
        done: (ban) => t('ban.lifted', { name: ban.who }),
        busy: lift.isPending,
        run: (ban, onDone) => lift.mutate(ban, { onSuccess: onDone }),
      }}
    />
  );
}
