import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'load');

/** What the load client prints; its `--help` explains the fields. */
export interface LoadResult {
  readonly rate_due: number;
  readonly rate_out: number;
  readonly lost: number;
  readonly aborted: boolean;
  readonly lat?: { readonly p50: number; readonly p99: number };
  readonly pids: Readonly<Record<string, { readonly us_per_msg: number; readonly rss_max_mb: number }>>;
}

/** `nice`: how far the client stands back for others that want the processor (0: not at all, 19: most). */
export function load(args: readonly string[], nice = 0): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(folder, 'load.mjs'), '--quiet', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined && nice > 0) setPriority(child.pid, nice);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as LoadResult);
      else reject(new Error(`the load client ended with ${code}: ${output}`));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function untilOpen(probe: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    try {
      await probe();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('the target did not start within 10 s');
}

export async function startWebhookSink(): Promise<{ url: string; control: string; stop(): Promise<void> }> {
  const port = await freePort();
  const control = await freePort();
  const child = spawn(
    process.execPath,
    [join(folder, 'sink.mjs'), '--port', String(port), '--ctl-port', String(control)],
    {
      stdio: 'ignore',
    },
  );
  await untilOpen(() => fetch(`http://127.0.0.1:${control}/stats`));
  return {
    url: `http://127.0.0.1:${port}`,
    control: `http://127.0.0.1:${control}`,
    stop: () => ended(child),
  };
}

export async function startMosquitto(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const file = join(tmpdir(), `sluice-bench-${port}.conf`);
  // Everything through at once: the target must not be what is measured.
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\n`,
  );
  const child = spawn(process.env.MOSQUITTO ?? '/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' });
  const { connectAsync } = await import('mqtt');
  await untilOpen(async () => (await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 })).end());
  return { port, stop: () => ended(child) };
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}
