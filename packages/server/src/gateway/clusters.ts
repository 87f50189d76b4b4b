import { fail, ok, type Result } from '@sluice/contract';

/** An EMQX cluster behind the gateway. */
export interface Cluster {
  readonly name: string;
  readonly url: URL;
}

/**
 * Reads `--emqx`: one URL, or several as `name=url` with commas between. The first is the one the console opens with.
 */
export function parseClusters(text: string): Result<readonly Cluster[], string> {
  const clusters: Cluster[] = [];
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const match = /^(?:([A-Za-z0-9][\w-]*)=)?(https?:\/\/.+)$/.exec(part);
    const address = match?.[2];
    if (address === undefined || !URL.canParse(address)) {
      return fail(`--emqx must be a URL such as http://host:18083 (or name=URL,name=URL), not "${part}".`);
    }
    const url = new URL(address);
    const name = match?.[1] ?? url.host;
    if (clusters.some((cluster) => cluster.name === name)) return fail(`--emqx names "${name}" twice.`);
    clusters.push({ name, url });
  }
  return ok(clusters);
}
