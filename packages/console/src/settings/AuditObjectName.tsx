import { AUDIT_OBJECTS } from '@sluice/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditObject } from '../api/audit.ts';

const SCOPES = ['clientid', 'username', 'all', 'peerhost', 'peerhost_net'] as const;

function ObjectLink({ type, id }: { readonly type: string; readonly id: string }) {
  switch (type) {
    case 'connector':
      return (
        <Link to="/connector/$id" params={{ id }} className="ref">
          {id}
        </Link>
      );
    case 'action':
      return (
        <Link to="/rule/actions/$id" params={{ id }} className="ref">
          {id}
        </Link>
      );
    case 'source':
      return (
        <Link to="/rule/source/$id" params={{ id }} className="ref">
          {id}
        </Link>
      );
    case 'rule':
      return (
        <Link to="/rule/rules/$id" params={{ id }} className="ref">
          {id}
        </Link>
      );
    default:
      return <span className="mono break">{id}</span>;
  }
}

/** `the connector http:h1`, `3 retained messages`: what something was done to, in words. */
export function AuditObjectName({ object, isGone }: { readonly object: AuditObject; readonly isGone: boolean }) {
  const { t } = useTranslation('settings');
  const { id, count } = object;
  const type = AUDIT_OBJECTS.find((one) => one === object.type);
  const scope = SCOPES.find((one) => one === object.scope);
  if (type === undefined) return <span className="mono break">{[object.type, object.scope, id].join(' ')}</span>;
  if (count !== undefined && (type === 'retained' || type === 'mqtt_client' || type === 'dead_letters')) {
    return (
      <>
        {t(`changes.counted.${type}`, { count })} {id !== undefined && <span className="mono break">{id}</span>}
      </>
    );
  }
  return (
    <>
      {id === undefined && type === 'ban' ? t('changes.allBans') : t(`changes.object.${type}`)}{' '}
      {scope !== undefined && `${t(`changes.scope.${scope}`)} `}
      {id !== undefined && (isGone ? <span className="mono break">{id}</span> : <ObjectLink type={type} id={id} />)}
    </>
  );
}
