import { DIFFERENCES, type Difference, IMPROVEMENTS, LIMITS } from './differences.ts';

export interface Figures {
  /** Cases where the broker gave a result or no match. */
  readonly results: { readonly equal: number; readonly of: number };
  /** Cases where the broker gave an error: equal in status. */
  readonly errors: { readonly equal: number; readonly of: number };
  readonly templates: { readonly equal: number; readonly of: number };
}

function share({ equal, of }: { readonly equal: number; readonly of: number }): string {
  return `${equal} of ${of} (${((100 * equal) / of).toFixed(2)} %)`;
}

function section(list: readonly Difference[]): string {
  return list
    .map(({ reason, cases }) =>
      cases.length === 0 ? `- ${reason}` : `- ${reason}\n  Cases: ${cases.map((id) => `\`${id}\``).join(', ')}.`,
    )
    .join('\n');
}

/** The page `DIFFERENCES.md`. */
export function report({ results, errors, templates }: Figures): string {
  return `# Differences from EMQX 5.8

Written by \`RULESQL_UPDATE=1 npx vitest run packages/rulesql/src/conformance\`; without the variable the same test checks that it is exact.

| Recorded cases of a real broker | Equal |
|---|---|
| It gave a result or no match | ${share(results)} |
| It gave an error: equal in status and code | ${share(errors)} |
| Messages of templates | ${share(templates)} |

Ten recorded requests that are wrong as requests (no statement, no JSON, fields too many) belong to the server and are not counted here.

## Differences
${section(DIFFERENCES)}

## Improvements
The broker ends in an error here although the input has an obvious meaning. Counted as errors that are not equal above.

${section(IMPROVEMENTS)}

## Limits
${LIMITS.map((limit) => `- ${limit}`).join('\n')}
`;
}
