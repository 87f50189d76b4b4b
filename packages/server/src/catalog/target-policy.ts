import type { Field, FieldFault, Fields, Json, JsonObject } from '@sluice/contract';
import { isForbiddenHost } from '@sluice/engine';

/**
 * Addresses in a record that lead to the machine's own link: 169.254.0.0/16, fe80::/10 and the names of metadata
 * services. Nothing useful lives there but credentials, so they have to be allowed explicitly.
 */
export function linkLocalFaults(fields: Fields, record: JsonObject): readonly FieldFault[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const field = fields[key];
    return field === undefined ? [] : faultsOf(field, value, [key]);
  });
}

function faultsOf(field: Field, value: Json, path: readonly (string | number)[]): readonly FieldFault[] {
  if (field.type === 'string' && typeof value === 'string' && (field.format === 'url' || field.format === 'server')) {
    const hosts =
      field.format === 'url'
        ? [hostOf(value)]
        : value.split(',').map((part) => hostOf(`http://${part.trim().replace(/^[a-z+]+:\/\//i, '')}`));
    if (!hosts.some((host) => host !== undefined && isForbiddenHost(host))) return [];
    return [{ path, reason: 'out_of_range', expected: LINK_LOCAL_HINT, value }];
  }
  if (field.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return linkLocalFaults(field.fields, value as JsonObject).map((fault) => ({
      ...fault,
      path: [...path, ...fault.path],
    }));
  }
  return [];
}

const LINK_LOCAL_HINT =
  'an address outside 169.254.0.0/16, fe80::/10 and cloud metadata services, unless the server runs with SLUICE_ALLOW_LINK_LOCAL=1';

/** The host as URLs write it: `http://2852039166/` is 169.254.169.254. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url)
    ? new URL(url).hostname
        .toLowerCase()
        .replace(/^\[|\]$/g, '')
        .replace(/\.$/, '')
    : undefined;
}
