import { fail, type JsonObject, ok, type Result } from '@sluice/contract';
import { parse, stringify } from 'yaml';
import { type Configuration, KINDS } from './configuration.ts';

/** Form of the document; grows when the form changes. */
const VERSION = 1;

export function writeDocument(configuration: Configuration, format: 'yaml' | 'json'): string {
  const document = { version: VERSION, ...configuration };
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads YAML or JSON (which is YAML). A fault is a sentence. */
export function readDocument(text: string): Result<Configuration, string> {
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return fail(`The document is not valid YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return fail('The document must have "version" and lists named connectors, actions, sources and rules.');
  }
  const { version, ...lists } = document as Record<string, unknown>;
  if (version !== VERSION)
    return fail(`The document has version ${String(version)}; only version ${VERSION} is understood.`);
  const stray = Object.keys(lists).filter((key) => !(KINDS as readonly string[]).includes(key));
  if (stray.length > 0) return fail(`The document has a part named "${stray[0]}" that is not known.`);
  const result: Record<string, JsonObject[]> = {};
  for (const kind of KINDS) {
    const list = lists[kind] ?? [];
    if (!Array.isArray(list)) return fail(`"${kind}" must be a list.`);
    for (const [index, object] of list.entries()) {
      const named = kind === 'rules' ? object?.id : object?.type && object?.name;
      if (typeof object !== 'object' || object === null || !named) {
        return fail(`${kind}[${index}] has no ${kind === 'rules' ? 'id' : 'type and name'}.`);
      }
    }
    result[kind] = list as JsonObject[];
  }
  return ok(result as unknown as Configuration);
}
