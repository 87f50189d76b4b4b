import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelKind } from '../api/channels.ts';
import { useRuleEvents } from '../api/rule-events.ts';
import { ChannelForm } from '../channels/ChannelForm.tsx';
import { fieldsOf } from '../editor/sql-language.ts';
import { SideDrawer } from '../ui/SideDrawer.tsx';

/** What templates may name while no rule uses the action: everything there is of a message. */
const ANY_MESSAGE = 'SELECT * FROM "#"';

/** Makes an action or source beside the list, before there is a rule for it. */
export function ChannelCreateDrawer({
  kind,
  opened,
  onClose,
  onCreated,
}: {
  readonly kind: ChannelKind;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const events = useRuleEvents();
  const fields = useMemo(() => fieldsOf(ANY_MESSAGE, { events }), [events]);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t(`new.${kind}`)}>
      <ChannelForm kind={kind} fields={fields} backLabel={t('ui:cancel')} onDone={onCreated} onCancel={onClose} />
    </SideDrawer>
  );
}
