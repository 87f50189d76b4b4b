import { type JsonObject, ok, type Result } from '@sluice/contract';
import { type Configuration, configurationOf, KINDS, type Kind } from './configuration.ts';

/** How a server's API is read: our own, through a gateway, or EMQX itself. */
export interface ApiReader {
  /** Gives the parsed answer, or a sentence that says what went wrong. */
  call<T>(method: 'GET', path: string): Promise<Result<T, string>>;
}

/** Reads all objects of a server. Hidden secrets become references to the environment. */
export async function readConfiguration(api: ApiReader): Promise<Result<Configuration, string>> {
  const found: Record<Kind, readonly JsonObject[]> = { connectors: [], actions: [], sources: [], rules: [] };
  for (const kind of KINDS) {
    const objects = kind === 'rules' ? await readRules(api) : await api.call<JsonObject[]>('GET', `/${kind}`);
    if (!objects.ok) return objects;
    found[kind] = objects.value;
  }
  return ok(configurationOf(found));
}

async function readRules(api: ApiReader): Promise<Result<JsonObject[], string>> {
  const all: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.call<{ data: JsonObject[]; meta: { hasnext: boolean } }>(
      'GET',
      `/rules?limit=1000&page=${page}`,
    );
    if (!answer.ok) return answer;
    all.push(...answer.value.data);
    if (!answer.value.meta.hasnext) return ok(all);
  }
}
