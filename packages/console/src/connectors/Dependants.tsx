import { Link } from '@tanstack/react-router';
import { useChannels } from '../api/channels.ts';
import type { Connector } from '../api/connectors.ts';
import type { Dependant } from '../ui/ConfirmDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { systemLook } from '../ui/systems.ts';

type Used = Pick<Connector, 'type' | 'actionIds' | 'sourceIds'>;

export function ChannelLink({
  kind,
  id,
  type,
}: {
  readonly kind: 'action' | 'source';
  readonly id: string;
  readonly type: string;
}) {
  return (
    <Link
      to={kind === 'action' ? '/rule/actions/$id' : '/rule/source/$id'}
      params={{ id }}
      search={{ tab: 'settings' }}
      className="ref"
    >
      <Icon name={systemLook(type).icon} />
      <span className="clip">{id}</span>
    </Link>
  );
}

/** The actions and sources that use connectors, each with a link and its state. */
export function useDependants(): (connectors: readonly Used[]) => readonly Dependant[] {
  const actions = useChannels('action').data;
  const sources = useChannels('source').data;
  return (connectors) =>
    connectors
      .flatMap((connector) => [
        ...connector.actionIds.map((id) => ({
          id: `action ${id}`,
          link: <ChannelLink kind="action" id={id} type={connector.type} />,
          state: actions?.find((one) => one.id === id),
        })),
        ...connector.sourceIds.map((id) => ({
          id: `source ${id}`,
          link: <ChannelLink kind="source" id={id} type={connector.type} />,
          state: sources?.find((one) => one.id === id),
        })),
      ])
      .map(({ id, link, state }) => ({ id, link, effect: state && <ResourceStatus state={state} /> }));
}
