import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { loadDriver } from '../connectors/drivers.ts';
import type { ProbeReport, ProbeStage } from '../host.ts';

/** A connection test takes at most this long. */
const LIMIT_MS = 5_000;

/** Tries a configuration stage by stage; leaves nothing behind. */
export async function probe(
  config: ConnectorConfig,
  channel?: { readonly kind: 'action' | 'source'; readonly config: ChannelConfig },
): Promise<ProbeReport> {
  const driver = await loadDriver(config.type);
  if (driver === undefined) {
    const message = `This engine cannot run connectors of type ${config.type}.`;
    return {
      ok: false,
      stages: [
        {
          stage: 'resolve',
          outcome: 'failed',
          ms: 0,
          error: { code: 'TEST_FAILED', message, data: { fault: 'type_unsupported', type: config.type } },
        },
      ],
    };
  }
  const stages: ProbeStage[] = [];
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('timeout')), LIMIT_MS - 200);
  await driver.probe(config, channel, limit.signal, (stage) => stages.push(stage));
  clearTimeout(timer);
  return { ok: stages.length > 0 && stages.every((stage) => stage.outcome !== 'failed'), stages };
}
