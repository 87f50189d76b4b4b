import type { Failure } from '@sluice/contract';

/** Why console and API could not be opened, and what to do. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): Failure {
  const raw = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message =
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken, perhaps by another Sluice. Stop that program, or choose another port: --port 18084 (0 for any free one).`
      : code === 'EACCES'
        ? `This user may not listen on port ${port}. Choose a port above 1023 with --port.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? `${host} is no address of this machine. Choose another one with --host.`
          : `The console could not listen on ${host}:${port}: ${raw}`;
  return { code: 'SERVICE_UNAVAILABLE', message, raw };
}
