import { useEffect, useMemo, useState } from 'react';
import { parseExact } from '../api/exact-json.ts';
import { getAt, removeAt, setAt } from './model/path.ts';
import { toBody } from './model/submit.ts';
import type { FormModel, FormRecord } from './model/types.ts';
import { everyField } from './model/walk.ts';
import type { SchemaForm } from './use-schema-form.ts';

/** Unsaved forms, kept for the tab: a reload or the end of a session does not lose them. */
const PREFIX = 'sluice.form-draft.';

interface Kept<Value = FormRecord> {
  readonly record: Value;
  /** What editing began with: a draft on top of something else is not restored. */
  readonly base: string;
}

/** The record with what was there before wherever a secret was typed: secrets are not written to storage. */
export function withoutTypedSecrets(model: FormModel, record: FormRecord, start: FormRecord): FormRecord {
  let safe = record;
  for (const field of everyField(model.fields)) {
    const isSecret = field.widget === 'password' || (field.widget === 'certificate' && field.key === 'keyfile');
    if (!isSecret || getAt(safe, field.path) === getAt(start, field.path)) continue;
    const before = getAt(start, field.path);
    safe = before === undefined ? removeAt(safe, field.path) : setAt(safe, field.path, before);
  }
  return safe;
}

function read<Value = FormRecord>(key: string, base: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    if (text === null) return undefined;
    const kept = parseExact(text) as Kept<Value>;
    return kept.base === base ? kept.record : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, kept: Kept<unknown> | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(kept));
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

export interface FormDraft {
  /** What is on screen was kept from before. */
  readonly restored: boolean;
  /** Back to what editing began with. */
  readonly discard: () => void;
  /** Saved, or left on purpose: nothing to keep. */
  readonly forget: () => void;
}

/** A record without what changes by itself, such as its status: a draft on top of it is still good. */
export function baseOf(model: FormModel, record: FormRecord): string {
  const { enable: _, ...config } = toBody(model, record, 'probe');
  return JSON.stringify(config);
}

/**
 * Keeps the changes of a form under a key, and brings them back once when the form opens. `saved` forgets what is kept
 * and goes on keeping, where the form stays open.
 */
export function useFormDraft(key: string, form: SchemaForm): FormDraft & { readonly saved: () => void } {
  const base = useMemo(() => baseOf(form.model, form.first), [form.model, form.first]);
  const [kept] = useState(() => read(key, base));
  const [restored, setRestored] = useState(false);
  const [over, setOver] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (kept === undefined || baseOf(form.model, kept) === base) return;
    form.replace(kept);
    setRestored(true);
  }, []);

  useEffect(() => {
    if (over || !form.dirty) return;
    const record = withoutTypedSecrets(form.model, form.record, form.first);
    const timer = setTimeout(() => write(key, { record, base }), 200);
    return () => clearTimeout(timer);
  }, [over, form.dirty, form.model, form.record, form.first, key, base]);

  return {
    restored,
    discard: () => {
      write(key, undefined);
      form.reset(form.first);
      setRestored(false);
    },
    forget: () => {
      setOver(true);
      write(key, undefined);
    },
    saved: () => {
      write(key, undefined);
      setRestored(false);
    },
  };
}

/** A state that is kept like the changes of a form: for what a page asks for beside its forms. */
export function useKeptState<Value>(
  key: string,
  first: Value,
): FormDraft & { readonly value: Value; readonly set: (value: Value) => void } {
  const [base] = useState(() => JSON.stringify(first));
  const [kept] = useState(() => read<Value>(key, base));
  const [value, setValue] = useState(kept ?? first);
  const [restored, setRestored] = useState(kept !== undefined);
  return {
    value,
    set: (next) => {
      setValue(next);
      write(key, JSON.stringify(next) === base ? undefined : { record: next, base });
    },
    restored,
    discard: () => {
      write(key, undefined);
      setValue(first);
      setRestored(false);
    },
    forget: () => write(key, undefined),
  };
}
