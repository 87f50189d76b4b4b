import { useTranslation } from 'react-i18next';
import { type ExportKind, useExport } from '../api/export.ts';
import { useFeature } from '../api/features.ts';
import { download } from '../ui/download.ts';
import type { MenuAction } from '../ui/Menu.tsx';

/** Downloads one object or all of a kind as YAML; `undefined` where the backend cannot write it. */
export function useYamlDownload(kind: ExportKind): ((id?: string) => void) | undefined {
  const isOffered = useFeature('export') === true;
  const { mutate } = useExport();
  if (!isOffered) return undefined;
  return (id) =>
    mutate(
      { kind, ...(id === undefined ? {} : { id }) },
      { onSuccess: (text) => download(fileName(kind, id), text, 'application/yaml') },
    );
}

/** `rule-cold_chain.yaml`, `actions.yaml`: what a file system cannot hold becomes a dash. */
export function fileName(kind: ExportKind, id: string | undefined): string {
  return id === undefined ? `${kind}s.yaml` : `${kind}-${id.replace(/[^\w.-]+/g, '-')}.yaml`;
}

/** The entry of a menu; none where the backend cannot write it. */
export function useYamlEntry(kind: ExportKind): (id: string) => readonly MenuAction[] {
  const { t } = useTranslation('ui');
  const run = useYamlDownload(kind);
  return (id) => (run === undefined ? [] : [{ label: t('exportYaml'), icon: 'download', onSelect: () => run(id) }]);
}
