import { useMutation } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import { fullName, webhookResourceId } from '../api/webhook.ts';
import { download } from '../ui/download.ts';

/** The lines of each top-level key of a document, which begin in the first column. */
function sectionsOf(document: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let key = '';
  for (const line of document.split('\n')) {
    key = /^([a-z]+):/.exec(line)?.[1] ?? key;
    if (line !== '') sections.set(key, `${sections.get(key) ?? ''}${line}\n`);
  }
  return sections;
}

/** One document with the part that each of several documents is asked for. */
export function joinDocuments(documents: readonly (readonly [section: string, document: string])[]): string {
  const first = documents[0]?.[1] ?? '';
  const joined = new Map(sectionsOf(first));
  for (const [section, document] of documents) joined.set(section, sectionsOf(document).get(section) ?? '');
  return [...joined.values()].join('');
}

/** Downloads the three parts of a webhook as one document that can be applied again. */
export function useWebhookYaml() {
  return useMutation({
    mutationFn: async (name: string): Promise<string> => {
      const read = (kind: string, id: string) => request<string>('/sluice/export', { query: { kind, id }, as: 'text' });
      const id = webhookResourceId(name);
      const [connector, action, rule] = await Promise.all([
        read('connector', id),
        read('action', id),
        read('rule', fullName(name)),
      ]);
      return joinDocuments([
        ['connectors', connector],
        ['actions', action],
        ['rules', rule],
      ]);
    },
    onSuccess: (text, name) => download(`webhook-${name}.yaml`, text, 'application/yaml'),
  });
}
