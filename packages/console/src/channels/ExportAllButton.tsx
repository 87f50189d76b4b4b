import { useTranslation } from 'react-i18next';
import type { ExportKind } from '../api/export.ts';
import { IconButton } from '../ui/Button.tsx';
import { useYamlDownload } from './export-yaml.ts';

/** Downloads everything a list holds as one document; nothing where the backend cannot write it. */
export function ExportAllButton({ kind }: { readonly kind: ExportKind }) {
  const { t } = useTranslation('ui');
  const run = useYamlDownload(kind);
  return run === undefined ? null : <IconButton icon="download" label={t('exportAllYaml')} onClick={() => run()} />;
}
