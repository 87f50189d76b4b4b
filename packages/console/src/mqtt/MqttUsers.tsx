import { useTranslation } from 'react-i18next';
import {
  MQTT_USERS_PER_PAGE,
  type MqttUser,
  useAnonymousPolicy,
  useDeleteMqttUser,
  useMqttUsers,
} from '../api/mqtt.ts';
import type { Column } from '../ui/DataTable.tsx';
import { ManagedList } from '../ui/ManagedList.tsx';
import { PageFoot } from '../ui/PageFoot.tsx';
import { SearchBox } from '../ui/Toolbar.tsx';
import { AnonymousNote } from './AnonymousNote.tsx';
import { MqttUserDialog } from './MqttUserDialog.tsx';
import { useMqttSearch } from './use-mqtt-search.ts';

const idOf = (user: MqttUser) => user.user_id;

/** Who may connect with which password. */
export function MqttUsers() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const { page, q, change, toPage } = useMqttSearch();
  const { data, error, refetch } = useMqttUsers({ page, like: q });
  const remove = useDeleteMqttUser();
  const policy = useAnonymousPolicy() ?? 'unknown';
  const columns: readonly Column<MqttUser>[] = [
    {
      id: 'name',
      label: t('user.name'),
      sortBy: idOf,
      narrow: 'title',
      cell: (user) => <span className="id">{user.user_id}</span>,
    },
    {
      id: 'superuser',
      label: t('user.rights'),
      sortBy: (user) => (user.is_superuser ? 0 : 1),
      narrow: 'left',
      cell: (user) => (user.is_superuser ? t('user.isSuperuser') : t('user.isOrdinary')),
    },
  ];
  const isFiltered = q !== undefined || page > 1;
  const hasUsers = data !== undefined && (data.data.length > 0 || isFiltered);
  return (
    <div className="mqtt-narrow">
      {hasUsers && <AnonymousNote />}
      <ManagedList
        label={t('tabs.users')}
        load={{ what: t('user.what'), rows: data?.data, error, refetch, absent: t('user.absent') }}
        idOf={idOf}
        columns={columns}
        sort="name"
        createLabel={t('user.create')}
        {...(hasUsers
          ? {
              bar: (
                <SearchBox
                  placeholder={t('user.search')}
                  value={q ?? ''}
                  onChange={(next) => change({ q: next || undefined })}
                />
              ),
            }
          : {})}
        empty={{ title: t(`user.emptyTitle.${policy}`), text: t(`user.emptyText.${policy}`) }}
        isFiltered={isFiltered}
        foot={
          <PageFoot
            page={page}
            limit={MQTT_USERS_PER_PAGE}
            shown={data?.data.length ?? 0}
            total={data?.meta.count}
            hasNext={data?.meta.hasnext === true}
            onPage={toPage}
          />
        }
        editLabel={t('user.edit')}
        dialog={(user, onClose) => (
          <MqttUserDialog
            user={user}
            taken={(name) => (data?.data ?? []).some((one) => one.user_id === name)}
            onClose={onClose}
          />
        )}
        removal={{
          label: t('ui:deleteEllipsis'),
          title: (user) => t('user.deleteTitle', { name: user.user_id }),
          text: t('user.deleteText'),
          confirm: t('user.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          done: (user) => t('user.deleted', { name: user.user_id }),
          busy: remove.isPending,
          run: (user, onDone) => remove.mutate(user.user_id, { onSuccess: onDone }),
        }}
      />
    </div>
  );
}
