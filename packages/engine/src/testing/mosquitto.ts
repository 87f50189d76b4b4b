import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) =>
  existsSync(path),
);

export interface Mosquitto {
  readonly port: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** Again on the same port, with what it had on disk. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a mosquitto of its own on a free port. `extra` are lines of its configuration. */
export async function startMosquitto(extra: readonly string[] = ['allow_anonymous true']): Promise<Mosquitto> {
  if (MOSQUITTO === undefined) throw new Error('mosquitto is not installed');
  const program = MOSQUITTO;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mosquitto-'));
  const port = await freePort();
  const configuration = join(folder, 'mosquitto.conf');
  const lines = [`listener ${port} 127.0.0.1`, 'max_queued_messages 0', 'set_tcp_nodelay true', ...extra];
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawn(program, ['-c', configuration], { stdio: 'ignore' });
    for (let n = 0; n < 200; n++) {
      if (await answers(port)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('mosquitto did not start');
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const dying = child;
    child = undefined;
    if (dying === undefined || dying.exitCode !== null) return;
    const gone = new Promise((resolve) => dying.once('exit', resolve));
    dying.kill(signal);
    await gone;
  }

  await start();
  return {
    port,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
