import type { Json } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFeature } from '../api/features.ts';
import { type Rehearsal, rehearsalQuery } from '../api/rehearse.ts';
import { useMayWrite } from '../api/session.ts';

/** How long the rule rests before it is looked at, in ms. */
const REST_MS = 600;

interface Looked {
  readonly id: string;
  readonly sql: string;
  readonly actions: readonly Json[];
}

/**
 * Ways on which a message could come back to the rule that is being written, over rules, republishes and bridges as they
 * are configured now. Known before anything is saved; empty where the backend cannot tell.
 */
export function useLoops(rule: Looked, isBroken: boolean): Rehearsal['loops'] {
  const canTell = useFeature('rehearse') === true;
  const mayWrite = useMayWrite();
  const [rested, setRested] = useState(rule);
  const { id, sql, actions } = rule;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ id, sql, actions }), REST_MS);
    return () => clearTimeout(timer);
  }, [id, sql, actions]);
  const { data } = useQuery({
    ...rehearsalQuery(rested, { event_type: 'message_publish' }),
    enabled: canTell && mayWrite && !isBroken && rested.actions.length > 0,
    placeholderData: (before: Rehearsal | undefined) => before,
  });
  return isBroken || actions.length === 0 ? [] : (data?.loops ?? []);
}
