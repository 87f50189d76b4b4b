import type { ReactNode } from 'react';
import { whenRequestsDrain } from '../api/client.ts';
import type { ApiError } from '../api/errors.ts';
import { isApiError } from '../api/errors.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: ReactNode;
  readonly error?: ApiError;
  readonly durationMs: number;
}

const listeners = new Set<() => void>();
const shownStatuses = new Set<number>();
let toasts: readonly Toast[] = [];
let nextId = 1;

/** One second for 25 characters, at least 3 and at most 8. */
export function toastDuration(text: string): number {
  return Math.min(8_000, Math.max(3_000, (text.length / 25) * 1_000));
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id));
}

/** Something was done. `readText` gives the length when `text` is not plain. */
export function toastDone(text: ReactNode, readText = typeof text === 'string' ? text : ''): void {
  update([...toasts.slice(-3), { id: nextId++, tone: 'ok', text, durationMs: toastDuration(readText) }]);
}

/** A sentence about what did not work, without an answer of the backend behind it. */
export function toastProblem(text: string): void {
  update([...toasts.slice(-3), { id: nextId++, tone: 'bad', text, durationMs: toastDuration(text) }]);
}

/**
 * An error of the error catalogue. The same HTTP status (0: no answer at all) is shown once until all requests under
 * way have ended; cancelled requests and the end of a session (the sign-in page says it) not at all.
 */
export function toastError(error: unknown): void {
  if (!isApiError(error)) {
    toastProblem(error instanceof Error ? error.message : String(error));
    return;
  }
  if (error.kind === 'cancelled' || error.status === 401 || shownStatuses.has(error.status)) return;
  // "No answer" is the same news however often it is asked: not again while it can still be read.
  if (error.kind === 'network' && toasts.some((toast) => toast.error?.kind === 'network')) return;
  shownStatuses.add(error.status);
  update([
    ...toasts.slice(-3),
    { id: nextId++, tone: 'bad', text: error.message, error, durationMs: toastDuration(error.message) },
  ]);
}

whenRequestsDrain(() => {
  // Answers that arrive in the same turn belong to the same burst.
  setTimeout(() => shownStatuses.clear(), 0);
});
