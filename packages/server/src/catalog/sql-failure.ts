import type { Failure } from '@sluice/contract';
import type { Diagnostic } from '@sluice/rulesql';

/** Why a statement does not compile, and where: `Line 2, column 8: …`; `diagnostics` has every fault with its span. */
export function sqlFailure(sql: string, message: string, diagnostics: readonly Diagnostic[]): Failure {
  const at = diagnostics.find(({ severity }) => severity === 'error')?.span.from;
  const sentence = at === undefined ? message : `${position(sql, at)}: ${message}`;
  return { code: 'BAD_REQUEST', message: sentence, path: ['sql'], data: { diagnostics } };
}

function position(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split(/\r\n|\r|\n/);
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
