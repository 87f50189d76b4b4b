import type { Json } from '@sluice/contract';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { faultsOf, isApiError } from '../api/errors.ts';
import { toastError } from '../ui/toast-store.ts';
import { focusField } from './focus-field.ts';
import { pathKey } from './form-context.ts';
import { getAt, removeAt, setAt } from './model/path.ts';
import { initialRecord } from './model/record.ts';
import { problemsOf } from './model/refusal.ts';
import type { FormModel, FormRecord, Path, Problem } from './model/types.ts';
import { type ValidateOptions, validate } from './model/validate.ts';

export interface SchemaForm {
  readonly id: string;
  readonly model: FormModel;
  readonly record: FormRecord;
  /** What editing began with. */
  readonly first: FormRecord;
  readonly problems: ReadonlyMap<string, Problem>;
  readonly dirty: boolean;
  readonly set: (path: Path, value: Json | undefined) => void;
  /** Starts anew with a record. */
  readonly reset: (record: FormRecord) => void;
  /** Puts other values in, as if they had been typed. */
  readonly replace: (record: FormRecord) => void;
  /** Checks everything; on problems scrolls to the first and answers `false`. */
  readonly check: (options?: ValidateOptions) => boolean;
  readonly focus: (path: Path) => void;
  /**
   * Shows what the backend refused at the fields it names, and goes to the first; anything else as a toast. `below` is
   * where in the body the record was.
   */
  readonly refuse: (error: unknown, below?: readonly string[]) => void;
}

const AFTER_DIALOG_MS = 250;

/**
 * The state of one form. Validation runs when asked (save, test); a problem leaves when its field changes, and no new
 * ones appear while typing.
 */
export function useSchemaForm(model: FormModel, start?: FormRecord): SchemaForm {
  const id = useId();
  const [first, setFirst] = useState(() => start ?? initialRecord(model));
  const [record, setRecord] = useState(first);
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  const latest = useRef({ model, record });
  latest.current = { model, record };

  const set = useCallback((path: Path, value: Json | undefined) => {
    setRecord((previous) => {
      if (value === undefined) return removeAt(previous, path);
      return getAt(previous, path) === value ? previous : setAt(previous, path, value);
    });
    setProblems((previous) => {
      const touched = [...previous].filter(
        ([, problem]) => startsWith(problem.path, path) || startsWith(path, problem.path),
      );
      if (touched.length === 0) return previous;
      const next = new Map(previous);
      for (const [key] of touched) next.delete(key);
      return next;
    });
  }, []);

  const reset = useCallback((next: FormRecord) => {
    setFirst(next);
    setRecord(next);
    setProblems(new Map());
  }, []);

  const replace = useCallback((next: FormRecord) => {
    setRecord(next);
    setProblems(new Map());
  }, []);

  const focus = useCallback((path: Path) => requestAnimationFrame(() => focusField(id, path)), [id]);

  const check = useCallback(
    (options: ValidateOptions = {}) => {
      const found = validate(latest.current.model, latest.current.record, options);
      setProblems(new Map(found.map((problem) => [pathKey(problem.path), problem])));
      const [firstProblem] = found;
      if (firstProblem !== undefined) focus(firstProblem.path);
      return firstProblem === undefined;
    },
    [focus],
  );

  const refuse = useCallback(
    (error: unknown, below: readonly string[] = []) => {
      const faults = isApiError(error) ? faultsOf(error) : [];
      const own = faults.flatMap((fault) =>
        startsWith(fault.path, below) ? [{ ...fault, path: fault.path.slice(below.length) }] : [],
      );
      const found = problemsOf(own, latest.current.model, latest.current.record);
      const [firstProblem] = found;
      if (firstProblem === undefined) return toastError(error);
      setProblems(new Map(found.map((problem) => [pathKey(problem.path), problem])));
      // A question that was open gives the focus back to its button first.
      setTimeout(() => focus(firstProblem.path), AFTER_DIALOG_MS);
    },
    [focus],
  );

  return useMemo(
    () => ({ id, model, record, problems, first, dirty: record !== first, set, reset, replace, check, focus, refuse }),
    [id, model, record, problems, first, set, reset, replace, check, focus, refuse],
  );
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => key === path[index]);
}
