// Makes sure that the systems on Java can be had, before any case needs one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoJava } from './java.mjs';
import { fetchKafka, startKafka } from './kafka.mjs';
import { endJava } from './process.mjs';
import { fetchPulsar, startPulsar } from './pulsar.mjs';

export const SYSTEMS = {
  kafka: { title: 'Apache Kafka', fetch: fetchKafka, start: startKafka },
  pulsar: { title: 'Apache Pulsar', fetch: fetchPulsar, start: startPulsar },
};

/** Brings all systems. Gives `{kafka: reason | '', pulsar: reason | ''}`: why one cannot be had, '' when it can. */
export function fetchSystems() {
  const noJava = whyNoJava();
  const reasonOf = ({ fetch }) => {
    if (noJava !== undefined) return noJava;
    try {
      fetch();
      return '';
    } catch (error) {
      return error.message;
    }
  };
  return Object.fromEntries(Object.entries(SYSTEMS).map(([name, system]) => [name, reasonOf(system)]));
}

/** Starts each fetched system once: one that cannot run here (too little memory, too slow) has a reason too. */
export async function tryStarts(reasons) {
  const tried = { ...reasons };
  for (const [name, { start }] of Object.entries(SYSTEMS)) {
    if (tried[name] !== '') continue;
    const folder = mkdtempSync(join(tmpdir(), `sluice-${name}-`));
    try {
      const { child } = await start(folder, {});
      await endJava(child);
    } catch (error) {
      tried[name] = `It does not start here: ${error.message}`;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return tried;
}

/** What the cases read to know what they have to skip, and why. */
export function skipEnvironment(reasons) {
  return { SLUICE_NO_KAFKA: firstLine(reasons.kafka), SLUICE_NO_PULSAR: firstLine(reasons.pulsar) };
}

function firstLine(reason) {
  return reason.split('\n', 1)[0];
}
