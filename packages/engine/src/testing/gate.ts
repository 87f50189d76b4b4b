import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The address that a cluster tells its clients to use. Behind it lies whatever port a case puts there, so that also the
 * connections a client makes by itself go through the fault proxy of that case.
 */
export interface Gate {
  readonly port: number;
  /** Where connections lead from now on. */
  to: number;
  close(): Promise<void>;
}

export async function openGate(to: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect({ host: '127.0.0.1', port: gate.to });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    port: (server.address() as AddressInfo).port,
    to,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gate;
}
