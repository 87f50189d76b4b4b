import { fail, type JsonObject, ok, type Result } from '@sluice/contract';
import { parse, stringify } from 'yaml';
import { ALL_KINDS, type AnyKind, type Configuration, idOf, isMqttKind } from './configuration.ts';

/** Form of the document; grows when the form changes. */
const VERSION = 1;

export function writeDocument(configuration: Configuration, format: 'yaml' | 'json'): string {
  const { mqtt_authorization: settings, ...lists } = configuration;
  const document = { version: VERSION, ...lists, ...(settings?.[0] && { mqtt_authorization: settings[0] }) };
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
  const stray = Object.keys(lists).filter((key) => !(ALL_KINDS as readonly string[]).includes(key));
  if (stray.length > 0) return fail(`The document has a part named "${stray[0]}" that is not known.`);
  const result: Record<string, JsonObject[]> = {};
  for (const kind of ALL_KINDS) {
    const given = lists[kind] ?? undefined;
    // what is not described at all stays as it is
    if (given === undefined && isMqttKind(kind)) continue;
    const list = kind === 'mqtt_authorization' ? [given] : (given ?? []);
    if (!Array.isArray(list)) return fail(`"${kind}" must be a list.`);
    const seen = new Set<string>();
    for (const [index, object] of list.entries()) {
      const where = kind === 'mqtt_authorization' ? kind : `${kind}[${index}]`;
      const missing = NAMES[kind].filter((key) => typeof object !== 'object' || !object?.[key]);
      if (typeof object !== 'object' || object === null || Array.isArray(object) || missing.length > 0) {
        return fail(`${where} has no ${NAMES[kind].join(' and ') || 'settings'}.`);
      }
      const id = idOf(kind, object);
      if (seen.has(id)) return fail(`${where} is there already: ${id}.`);
      seen.add(id);
    }
    result[kind] = list as JsonObject[];
  }
  return ok(result as unknown as Configuration);
}

/** What every object of a kind must say. */
const NAMES: Readonly<Record<AnyKind, readonly string[]>> = {
  connectors: ['type', 'name'],
  actions: ['type', 'name'],
  sources: ['type', 'name'],
  rules: ['id'],
  mqtt_users: ['username'],
  mqtt_permissions: ['for', 'rules'],
  mqtt_bans: ['as', 'who'],
  mqtt_authorization: [],
};
