import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/session.ts';
import { BulkButtons } from './BulkButtons.tsx';
import { type BulkTexts, useBulkRun } from './bulk-run.ts';
import { ConfirmDialog, type Dependant } from './ConfirmDialog.tsx';
import type { Selection } from './selection.ts';

interface Row {
  readonly id: string;
}

interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly dependants: readonly Dependant[];
  readonly confirm: string;
  readonly busyLabel: string;
}

export interface BulkBarProps {
  readonly selection: Selection;
  readonly texts: BulkTexts;
  /** The selected rows that are off: enabling never asks. */
  readonly enable: { readonly rows: readonly Row[]; readonly run: (id: string) => Promise<unknown> };
  /** Those that are on. */
  readonly disable: Question & { readonly rows: readonly Row[]; readonly run: (id: string) => Promise<unknown> };
  /** Those that can be deleted; without any the question only says why. */
  readonly remove: Question & { readonly rows: readonly Row[]; readonly run: (id: string) => Promise<unknown> };
}

/** Enables, disables or deletes what is selected, with one summary; what failed stays selected. */
export function BulkBar({ selection, texts, enable, disable, remove }: BulkBarProps) {
  const { t } = useTranslation('ui');
  const viewer = useMayWrite() ? undefined : t('viewerMayNot');
  const [asking, setAsking] = useState<'disable' | 'delete'>();
  const { busy, run } = useBulkRun(selection, texts);
  const question = (step: 'disable' | 'delete', asked: BulkBarProps['disable']) => (
    <ConfirmDialog
      opened={asking === step}
      onClose={() => setAsking(undefined)}
      title={asked.title}
      dependants={asked.dependants}
      {...(asked.rows.length === 0
        ? {}
        : {
            confirm: {
              label: asked.confirm,
              busyLabel: asked.busyLabel,
              busy: busy === step,
              onConfirm: () => void run(step, asked.rows, asked.run).then(() => setAsking(undefined)),
            },
          })}
    >
      {asked.text}
    </ConfirmDialog>
  );
  return (
    <>
      <BulkButtons
        enable={
          enable.rows.length === 0
            ? undefined
            : {
                disabledReason: viewer,
                isBusy: busy === 'enable',
                onClick: () => void run('enable', enable.rows, enable.run),
              }
        }
        disable={
          disable.rows.length === 0 ? undefined : { disabledReason: viewer, onClick: () => setAsking('disable') }
        }
        remove={{ disabledReason: viewer, onClick: () => setAsking('delete') }}
      />
      {question('disable', disable)}
      {question('delete', remove)}
    </>
  );
}
