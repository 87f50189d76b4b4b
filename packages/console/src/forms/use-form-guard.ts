import { useTranslation } from 'react-i18next';
import { usePick } from '../i18n/index.ts';
import { toastDone } from '../ui/toast-store.ts';
import { type SaveGuard, useSaveGuard } from '../ui/use-save-guard.tsx';
import { conflictLines } from './conflict-lines.ts';
import { mergeRecords } from './model/merge.ts';
import type { FormRecord } from './model/types.ts';
import type { SchemaForm } from './use-schema-form.ts';

/** A stored object as a form edits it. */
export interface Stored {
  readonly record: FormRecord;
  readonly etag?: string | undefined;
}

export interface FormGuardProps {
  readonly name: string;
  readonly form: SchemaForm;
  /** What the backend has, as last seen: the form follows it while nothing was typed. */
  readonly stored: Stored;
  readonly read: () => Promise<Stored>;
  readonly save: (over: Stored) => void;
  readonly busy: boolean;
}

/** A form goes on from what somebody else has saved; what was changed in it stays. */
export function takeIn(form: SchemaForm, theirs: FormRecord): void {
  const both = mergeRecords(form.first, form.record, theirs);
  form.reset(theirs);
  form.replace(both);
}

/** Keeps a schema form from overwriting what somebody else has saved meanwhile. */
export function useFormGuard({ name, form, stored, read, save, busy }: FormGuardProps): SaveGuard<Stored> {
  const { t } = useTranslation('ui');
  const pick = usePick();
  const guard = useSaveGuard<Stored>({
    name,
    etag: stored.etag,
    read,
    save,
    busy,
    linesOf: ({ record }) => conflictLines(form, record, pick),
    isAside: ({ record }) => record.enable !== form.first.enable,
    take: ({ record }) => {
      takeIn(form, record);
      toastDone(t('conflict.taken'));
    },
  });
  if (!form.dirty && stored.etag !== guard.etag) {
    guard.adopt(stored.etag);
    form.reset(stored.record);
  }
  return guard;
}
