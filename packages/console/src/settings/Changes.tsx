import { useTranslation } from 'react-i18next';
import { type AuditEntry, useAudit } from '../api/audit.ts';
import { useFeature } from '../api/features.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';

const KNOWN = ['create', 'update', 'delete', 'change_password'] as const;

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  const known = KNOWN.find((action) => action === entry.action);
  const detailed = entry.before !== undefined || entry.after !== undefined;
  return (
    <li className="change">
      <span className="muted small">
        <ShortTime time={entry.at} />
      </span>
      <div className="grow">
        <b>{entry.actor}</b> {known === undefined ? entry.action : t(`changes.actions.${known}`)}{' '}
        <span className="mono">{entry.target}</span>
        {detailed && (
          <details>
            <summary className="link small">
              {t('changes.before')} / {t('changes.after')}
            </summary>
            <div className="change-diff">
              <pre className="raw">{entry.before === undefined ? '—' : JSON.stringify(entry.before, null, 2)}</pre>
              <pre className="raw">{entry.after === undefined ? '—' : JSON.stringify(entry.after, null, 2)}</pre>
            </div>
          </details>
        )}
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
    <div className="panel">
      {entries.length === 0 && <EmptyState slim text={t('changes.empty')} />}
      <ol className="changes">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; the list only grows at its end
          <Entry key={`${entry.at} ${entry.target} ${index}`} entry={entry} />
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
