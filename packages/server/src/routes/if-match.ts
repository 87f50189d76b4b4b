import { type Failure, fail, ok, type Result } from '@sluice/contract';

/** Two editors never overwrite each other unseen: a change with an outdated `If-Match` is refused. */
export function checkEtag(ifMatch: string | undefined, etag: string): Result<void, Failure> {
  if (ifMatch === undefined || ifMatch.trim() === '*') return ok(undefined);
  const known = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return ok(undefined);
  return fail({
    code: 'PRECONDITION_FAILED',
    message: 'Somebody else has changed this since you read it. Read it again and repeat your change.',
  });
}
