import type { CompletionItem, CompletionList } from './language-service.ts';

/**
 * Completion of `${field}` in a template: what may stand at a position, given the names of the fields. Works on plain
 * text, for code editors and for single-line inputs.
 */
export function completePlaceholder(
  text: string,
  position: number,
  fields: readonly string[],
): CompletionList | undefined {
  const open = /\$\{?[^${}\s]*$/.exec(text.slice(0, position));
  if (open === null) return undefined;
  const from = open.index;
  const typed = open[0].replace(/^\$\{?/, '').toLowerCase();
  const closes = text.charAt(position) === '}';
  const items = fields
    .filter((field) => field.toLowerCase().includes(typed))
    .map(
      (field): CompletionItem => ({
        label: `\${${field}}`,
        insert: closes ? `\${${field}` : `\${${field}}`,
        kind: 'field',
      }),
    );
  return items.length === 0 ? undefined : { from, items };
}
