import { fail, ok } from '@sluice/contract';
import { type Answer, failed } from '../http/answer.ts';
import { exported, exportQuery } from '../routes/transfer.ts';
import { type ApiReader, readConfiguration } from '../transfer/read-configuration.ts';
import type { Cluster } from './clusters.ts';
import { type ClusterAnswer, type ClusterProxy, clusterFailure } from './proxy.ts';

/** `/sluice/export` for a cluster: its objects as one document, read in the name of who asks. */
export async function exportCluster(
  cluster: Cluster,
  proxy: ClusterProxy,
  authorization: string | undefined,
  query: unknown,
): Promise<Answer> {
  const asked = exportQuery.safeParse(query);
  if (!asked.success) {
    const message = asked.error.issues.map(({ path, message }) => `"${path.join('.')}": ${message}`).join('. ');
    return failed({ code: 'BAD_REQUEST', message });
  }
  // what the cluster says when it refuses is for the client to see as it is
  let refused: ClusterAnswer | undefined;
  const api: ApiReader = {
    async call(_method, path) {
      const answer = await proxy.ask(`/api/v5${path}`, authorization);
      if (answer.status === 200) return ok(JSON.parse(answer.text));
      refused = answer;
      return fail(`the cluster answered ${answer.status}`);
    },
  };
  try {
    const all = await readConfiguration(api);
    if (all.ok) return exported(all.value, asked.data);
    return { status: refused?.status ?? 502, text: refused?.text ?? '' };
  } catch (error) {
    return clusterFailure(cluster, error instanceof Error ? error : new Error(String(error)));
  }
}
