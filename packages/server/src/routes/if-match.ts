import { type AuditObject, type Failure, fail, ok, type Result } from '@sluice/contract';
import { actorText } from '../session/actor.ts';
import type { Store } from '../store/store.ts';

/**
 * Two editors never overwrite each other unseen: a change with an outdated `If-Match` is refused. The failure says who
 * changed the object last (or the last of several), and when, as far back as the audit log goes.
 */
export function checkEtag(
  { audit }: Pick<Store, 'audit'>,
  ifMatch: string | undefined,
  etag: string,
  ...objects: readonly AuditObject[]
): Result<void, Failure> {
  if (ifMatch === undefined || ifMatch.trim() === '*') return ok(undefined);
  const known = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return ok(undefined);
  const last = objects.flatMap((object) => audit.lastChange(object) ?? []).sort((a, b) => b.at - a.at)[0];
  const advice = 'Read it again and repeat your change.';
  if (last === undefined) {
    return fail({ code: 'PRECONDITION_FAILED', message: `This has been changed since you read it. ${advice}` });
  }
  const { kind, name } = last.actor;
  const changed_at = new Date(last.at).toISOString();
  return fail({
    code: 'PRECONDITION_FAILED',
    message: `This has been changed since you read it, last by ${actorText(last.actor)} at ${changed_at}. ${advice}`,
    data: { changed_by: { kind, name }, changed_at },
  });
}
