import { type Failure, fail, ok, type ResourceKind, type Result } from '@sluice/contract';
import type { ProbeReport } from '@sluice/engine';
import { connectorIdOf, engineConfig, isEnabled } from '../catalog/entry.ts';
import type { Services } from '../services.ts';

/** Runs the connection test of a configuration that need not be stored. */
export async function probeReport(
  services: Services,
  kind: ResourceKind,
  body: unknown,
): Promise<Result<ProbeReport, Failure>> {
  const { catalog, engine } = services;
  const draft = catalog.resources.probe(catalog.view, kind, body);
  if (!draft.ok) {
    // EMQX: an action whose connector is unknown fails the test, it is not a bad request
    const isConnector =
      draft.error.path?.[0] === 'connector' && draft.error.message.startsWith('There is no connector');
    return isConnector ? fail({ code: 'TEST_FAILED', message: draft.error.message }) : draft;
  }
  if (kind === 'connector') return ok(await engine.probeConnector(engineConfig(draft.value)));
  const connector = catalog.view.resource('connector', connectorIdOf(draft.value));
  if (connector === undefined || !isEnabled(connector)) {
    const message = `The connector "${connectorIdOf(draft.value)}" is disabled. Enable it, then test again.`;
    return fail({ code: 'TEST_FAILED', message });
  }
  return ok(await engine.probeChannel(kind, engineConfig(draft.value), engineConfig(connector)));
}
