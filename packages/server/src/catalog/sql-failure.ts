import type { Failure } from '@sluice/contract';
import type { Diagnostic } from '@sluice/rulesql';

/** Why a statement does not compile. `message` says the line and column; `diagnostics` has every fault with its span. */
export function sqlFailure(message: string, diagnostics: readonly Diagnostic[]): Failure {
  return { code: 'BAD_REQUEST', message, path: ['sql'], data: { diagnostics } };
}
