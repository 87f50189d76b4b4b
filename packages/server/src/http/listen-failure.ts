import { createServer } from 'node:net';
import type { Failure } from '@sluice/contract';

/** Why console and API could not be opened, and what to do. */
export async function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Failure> {
  const raw = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message =
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken, perhaps by another Sluice. Stop that program, or choose another port: ${await otherPort(host, port)}.`
      : code === 'EACCES'
        ? `This user may not listen on port ${port}. Choose a port above 1023 with --port.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? `${host} is no address of this machine. Choose another one with --host.`
          : `The console could not listen on ${host}:${port}: ${raw}`;
  return { code: 'SERVICE_UNAVAILABLE', message, raw };
}

/** So many ports above the one that is taken are tried. */
const NEAR = 20;

async function otherPort(host: string, port: number): Promise<string> {
  for (let next = port + 1; next <= Math.min(port + NEAR, 65_535); next++) {
    if (await isFree(host, next)) return `--port ${next} is free (0 for any free one)`;
  }
  return '--port 0 takes any free one';
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
