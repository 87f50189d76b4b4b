import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './harness.ts';

/** A real system in a process of its own, started by `scripts/systems.mjs`. */
export interface System<Facts> {
  readonly facts: Facts;
  /** Ends the process at once, as a power cut would; its data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and ports. */
  restart(): Promise<void>;
  /** The process hangs: connections stand, nothing answers. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

interface CommonFacts {
  readonly pid: number;
  readonly ports: readonly number[];
}

const SCRIPT = join(import.meta.dirname, '../../../../scripts/systems.mjs');

/** Why Kafka or Pulsar cannot run here; the script that starts the cases finds out. */
export const NO_KAFKA = process.env.SLUICE_NO_KAFKA || undefined;
export const NO_PULSAR = process.env.SLUICE_NO_PULSAR || undefined;

export async function startSystem<Facts extends CommonFacts>(
  name: 'kafka' | 'pulsar',
  advertise: number,
): Promise<System<Facts>> {
  const folder = temporaryFolder();
  let { child, facts } = await launch<Facts>(name, folder.path, advertise);

  async function kill(): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(facts.pid, 'SIGKILL');
    await gone;
  }

  return {
    get facts() {
      return facts;
    },
    kill,
    async restart() {
      ({ child, facts } = await launch<Facts>(name, folder.path, advertise, facts.ports));
    },
    freeze: () => void process.kill(facts.pid, 'SIGSTOP'),
    thaw: () => void process.kill(facts.pid, 'SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill();
      folder.remove();
    },
  };
}

function launch<Facts>(
  name: string,
  folder: string,
  advertise: number,
  ports?: readonly number[],
): Promise<{ child: ChildProcess; facts: Facts }> {
  const more = ports === undefined ? [] : ['--ports', ports.join(',')];
  const child = spawn(
    process.execPath,
    [SCRIPT, 'start', name, '--folder', folder, '--advertise', String(advertise), ...more],
    {
      // Standard input stays open for as long as this process lives: the system ends with it.
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) resolve({ child, facts: JSON.parse(output) as Facts });
    });
    child.once('exit', () => reject(new Error(`${name} did not start: ${errors}`)));
  });
}
