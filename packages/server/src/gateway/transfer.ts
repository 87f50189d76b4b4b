import { fail, ok } from '@sluice/contract';
import { z } from 'zod';
import { type Answer, failed, json } from '../http/answer.ts';
import { queryFlag } from '../routes/scalar.ts';
import { applyBody, exported, exportQuery, planRecord, stepRecord } from '../routes/transfer.ts';
import { withoutMqtt } from '../transfer/configuration.ts';
import { readDocument } from '../transfer/document.ts';
import { type ApiWriter, failureText, type Outcome, performPlan } from '../transfer/perform.ts';
import { makePlan } from '../transfer/plan.ts';
import { readConfiguration } from '../transfer/read-configuration.ts';
import { sentenceOf } from '../transfer/sentence.ts';
import type { Cluster } from './clusters.ts';
import { type ClusterAnswer, type ClusterProxy, clusterFailure } from './proxy.ts';

/** Whose objects, and in whose name. */
interface Asked {
  readonly cluster: Cluster;
  readonly proxy: ClusterProxy;
  readonly authorization: string | undefined;
}

/** `/sluice/export` for a cluster: its objects as one document, read in the name of who asks. */
export async function exportCluster(asked: Asked, query: unknown): Promise<Answer> {
  const wanted = exportQuery.safeParse(query);
  if (!wanted.success) return wrongRequest(wanted.error);
  return answering(asked, async (api, refused) => {
    const all = await readConfiguration(api);
    return all.ok ? exported(all.value, wanted.data) : refused();
  });
}

/**
 * `/sluice/apply` for a cluster: object by object in the name of who asks. EMQX knows no transactions: after a failure
 * what was done is taken back, and the answer says what could not be.
 */
export async function applyToCluster(asked: Asked, query: unknown, body: unknown): Promise<Answer> {
  const wanted = z.object({ dry_run: queryFlag.default(false) }).safeParse(query);
  if (!wanted.success) return wrongRequest(wanted.error);
  const given = applyBody.safeParse(body);
  if (!given.success) return wrongRequest(given.error);
  const { document: text, secrets, prune } = given.data;
  const document = readDocument(text);
  if (!document.ok) return failed({ code: 'BAD_REQUEST', message: document.error });
  const { own, skipped } = withoutMqtt(document.value);
  return answering(asked, async (api, refused) => {
    const current = await readConfiguration(api);
    if (!current.ok) return refused();
    const plan = makePlan(current.value, own, secrets, prune);
    if (wanted.data.dry_run) return json({ ...planRecord(plan, false), skipped });
    if (plan.missing.length > 0) {
      const message = `These secrets are needed and not given: ${plan.missing.join(', ')}. Nothing was changed.`;
      return failed({ code: 'BAD_REQUEST', message, data: { ...planRecord(plan, false), skipped } });
    }
    const outcome = await performPlan(api, plan.steps, current.value);
    if (outcome.failed === undefined) return json({ ...planRecord(plan, true), skipped });
    const data = { ...planRecord(plan, false), skipped, ...outcomeRecord(outcome) };
    return failed({ code: 'BAD_REQUEST', message: failureText(outcome, outcome.failed), data });
  });
}

function outcomeRecord({ failed: at, undone, stuck }: Outcome) {
  return {
    failed: at && { ...stepRecord(at.step), message: at.message },
    undone: undone.map(stepRecord),
    stuck: stuck.map(({ step, message }) => ({ ...stepRecord(step), message })),
  };
}

async function answering(
  { cluster, proxy, authorization }: Asked,
  work: (api: ApiWriter, refused: () => Answer) => Promise<Answer>,
): Promise<Answer> {
  // what the cluster says when it refuses is for the client to see as it is
  let last: ClusterAnswer | undefined;
  const api: ApiWriter = {
    async call(method, path, body) {
      const answer = await proxy.ask({ method, path: `/api/v5${path}`, body }, authorization);
      last = answer;
      if (answer.status >= 300) return fail(sentenceOf(answer.text) || `The cluster answered ${answer.status}.`);
      return ok(answer.text === '' ? undefined : JSON.parse(answer.text));
    },
  };
  try {
    return await work(api, () => ({ status: last?.status ?? 502, text: last?.text ?? '' }));
  } catch (error) {
    return clusterFailure(cluster, error instanceof Error ? error : new Error(String(error)));
  }
}

function wrongRequest({ issues }: z.ZodError): Answer {
  const message = issues.map(({ path, message: said }) => `"${path.join('.')}": ${said}`).join('. ');
  return failed({ code: 'BAD_REQUEST', message });
}
