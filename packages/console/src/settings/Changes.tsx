import { AUDIT_VERBS, type JsonObject } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { type AuditEntry, useAudit } from '../api/audit.ts';
import { stringifyExact } from '../api/exact-json.ts';
import { useFeature } from '../api/features.ts';
import { recordLines } from '../forms/conflict-lines.ts';
import { isObject } from '../forms/model/path.ts';
import { useActorName } from '../ui/actor-name.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { AuditObjectName } from './AuditObjectName.tsx';
import { type FoldedEntry, foldSignIns } from './fold-sign-ins.ts';

/** When it was is said already. */
const TIMES = ['created_at', 'last_modified_at'];

/** Each value that is another one now. */
function Differences({ before, after }: { readonly before: JsonObject; readonly after: JsonObject }) {
  const { t } = useTranslation('settings');
  const lines = recordLines(before, before, after, (path) => path.join('.')).filter(({ id }) => !TIMES.includes(id));
  if (lines.length === 0) return <p className="muted small">{t('changes.onlySecret')}</p>;
  return (
    <dl className="change-lines">
      {lines.map((line) => (
        <div key={line.id}>
          <dt className="mono small">{line.label}</dt>
          <dd className="mono small">
            <del className="break">{line.before}</del> <span aria-hidden="true">→</span>{' '}
            <ins className="break">{line.theirs}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  if (before === undefined && after === undefined) return null;
  return (
    <details>
      <summary className="link small">{t('changes.details')}</summary>
      {isObject(before) && isObject(after) ? (
        <Differences before={before} after={after} />
      ) : (
        <pre className="raw">{stringifyExact(after ?? before, 2)}</pre>
      )}
    </details>
  );
}

function Entry({ entry, times }: FoldedEntry) {
  const { t } = useTranslation('settings');
  const nameOf = useActorName();
  const verb = AUDIT_VERBS.find((one) => one === entry.verb);
  const isUndo = entry.who.kind === 'system';
  return (
    <li className="change">
      <span className="muted small">
        <ShortTime time={entry.at} />
      </span>
      <div className="grow">
        <b className="medium">{nameOf(entry.who)}</b> {verb === undefined ? entry.verb : t(`changes.verb.${verb}`)}{' '}
        {times > 1 && t('changes.times', { count: times })}
        {verb !== 'login' && <AuditObjectName object={entry.object} isGone={verb === 'delete'} />}
        {entry.who.from !== undefined && (
          <span className="muted small"> {t('changes.from', { address: entry.who.from })}</span>
        )}
        {isUndo && <span className="muted small"> {t('changes.undo')}</span>}
        <Details entry={entry} />
      </div>
    </li>
  );
}

/** Who changed what, newest first. */
export function Changes() {
  const { t } = useTranslation('settings');
  const keeps = useFeature('audit');
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useAudit(keeps === true);
  if (keeps === false) {
    return (
      <div className="panel">
        <EmptyState slim text={t('changes.absent')} />
      </div>
    );
  }
  if (data === undefined)
    return error === null ? (
      <SkeletonLines count={6} />
    ) : (
      <LoadError what={t('changes.what')} error={error} onRetry={() => void refetch()} />
    );
  const entries = data.pages.flatMap((page) => page.data);
  return (
    <div className="panel settings-form">
      {entries.length === 0 && <EmptyState slim text={t('changes.empty')} />}
      <ol className="changes">
        {foldSignIns(entries).map((folded) => (
          <Entry key={folded.entry.id} {...folded} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="pad">
          <Button size="sm" busy={isFetchingNextPage && t('changes.more')} onClick={() => void fetchNextPage()}>
            {t('changes.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
