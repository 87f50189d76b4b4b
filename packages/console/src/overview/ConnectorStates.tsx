import { Link } from '@tanstack/react-router';
import type { Connector } from '../api/connectors.ts';
import { Icon } from '../ui/Icon.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { statusLook, statusRank } from '../ui/status.ts';
import { systemLook } from '../ui/systems.ts';

const SHOWN = 6;

/** The connectors that matter most: those with trouble first. */
export function ConnectorStates({ connectors }: { readonly connectors: readonly Connector[] }) {
  const rank = (one: Connector) => statusRank(statusLook(one.status, 'connector', one.enable));
  const shown = [...connectors].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, SHOWN);
  return (
    <ul className="panel connector-states">
      {shown.map((one) => (
        <li key={one.id}>
          <Link to="/connector/$id" params={{ id: one.id }} className="ref">
            <Icon name={systemLook(one.type).icon} />
            <span className="clip">{one.name}</span>
          </Link>
          <span className="soft hide-s">{systemLook(one.type).label}</span>
          <ResourceStatus state={one} />
          <span className="muted mono small clip hide-m">{[...one.actionIds, ...one.sourceIds].join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
