import { useTranslation } from 'react-i18next';
import { useFeature } from '../api/features.ts';
import { useExportAll } from '../api/transfer.ts';
import { Button } from '../ui/Button.tsx';
import { download } from '../ui/download.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ApplyDocument } from './ApplyDocument.tsx';

function ExportPanel() {
  const { t } = useTranslation('settings');
  const { mutate, isPending, variables } = useExportAll();
  const save = (format: 'yaml' | 'json') =>
    mutate(format, { onSuccess: (text) => download(`sluice.${format}`, text, `application/${format}`) });
  return (
    <section className="panel" aria-labelledby="export-title">
      <h2 className="panel-head" id="export-title">
        <Icon name="download" small />
        {t('transfer.export')}
      </h2>
      <div className="pad stack">
        <p className="soft">{t('transfer.exportText')}</p>
        <div className="row wrap">
          {(['yaml', 'json'] as const).map((format) => (
            <Button
              key={format}
              look={format === 'yaml' ? 'primary' : 'default'}
              busy={isPending && variables === format && t('transfer.exporting')}
              onClick={() => save(format)}
            >
              {t(`transfer.${format}`)}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Everything configured as one document: to keep, to compare, to bring elsewhere. */
export function Transfer() {
  const { t } = useTranslation('settings');
  const isOffered = useFeature('export');
  if (isOffered === undefined) return <SkeletonLines count={4} />;
  if (!isOffered) {
    return (
      <div className="panel">
        <EmptyState slim text={t('transfer.absent')}>
          <code>sluice export --url {location.origin}</code>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="stack settings-form">
      <ExportPanel />
      <ApplyDocument />
    </div>
  );
}
