import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A broker in a process of its own. */
export interface BrokerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly pid: number;
}

/** What a broker holds after a garbage collection, in bytes. */
export interface Held {
  readonly heapUsed: number;
  readonly external: number;
  readonly sessions: number;
}

export interface Usage {
  /** CPU time in µs. */
  readonly cpu: number;
  /** Resident bytes. */
  readonly rss: number;
}

/** Starts a script of this folder with the TypeScript loader. */
export function startScript(name: string, args: readonly string[], flags: readonly string[] = []): ChildProcess {
  const script = fileURLToPath(new URL(name, import.meta.url));
  return spawn(process.execPath, [...flags, '--import', 'tsx', script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** `args` as serve.ts takes them. */
export async function startBroker(args: readonly string[]): Promise<BrokerProcess> {
  const child = startScript('serve.ts', args, ['--expose-gc', '--max-semi-space-size=2']);
  return { child, port: Number(await firstLine(child)), pid: child.pid ?? 0 };
}

/** The next line that a process prints; whoever asks first listens from then on. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end < 0) return;
      child.stdout?.off('data', take);
      child.off('exit', gone);
      resolve(text.slice(0, end));
    };
    const gone = (): void => reject(new Error('the process ended without a line'));
    child.stdout?.on('data', take);
    child.once('exit', gone);
  });
}

/** Collects the garbage of a broker first: what is left is held. */
export async function held({ child }: BrokerProcess): Promise<Held> {
  const line = firstLine(child);
  child.kill('SIGUSR2');
  return JSON.parse(await line) as Held;
}

export async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** From /proc (Linux only). */
export function usage(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpu = (Number(fields[11]) + Number(fields[12])) * 10_000;
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  return { cpu, rss };
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
