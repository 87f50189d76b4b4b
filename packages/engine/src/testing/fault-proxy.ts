import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What the proxy does with connections from now on. */
type FaultMode =
  | { readonly kind: 'pass' }
  /** Each piece waits this long, in both directions. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Takes connections and bytes, and answers nothing. */
  | { readonly kind: 'black_hole' }
  /** Cuts every piece into single bytes. */
  | { readonly kind: 'slice' };

/** A TCP proxy in front of a target, to make it fail in the ways networks do. */
export interface FaultProxy {
  readonly port: number;
  set(mode: FaultMode): void;
  /** Breaks every connection with a reset. */
  reset(): void;
  /** Nothing listens any more, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Connections open right now. */
  open(): number;
  close(): Promise<void>;
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let mode: FaultMode = { kind: 'pass' };
  const pairs = new Set<readonly [Socket, Socket]>();
  let server: Server | undefined;
  let port = 0;

  function forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      switch (mode.kind) {
        case 'pass':
          to.write(chunk);
          break;
        case 'delay':
          setTimeout(() => to.write(chunk), mode.ms);
          break;
        case 'slice':
          for (const byte of chunk) to.write(Uint8Array.of(byte));
          break;
        case 'black_hole':
          break;
        default:
          mode satisfies never;
      }
    });
    from.on('end', () => to.end());
  }

  async function listen(): Promise<void> {
    const made = createServer((client) => {
      const target = connect({ host: '127.0.0.1', port: targetPort });
      const pair = [client, target] as const;
      pairs.add(pair);
      const drop = (): void => {
        client.destroy();
        target.destroy();
        pairs.delete(pair);
      };
      for (const socket of pair) socket.on('error', drop).on('close', drop);
      forward(client, target);
      forward(target, client);
    });
    server = made;
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    port = (made.address() as AddressInfo).port;
  }

  function reset(): void {
    for (const [client, target] of pairs) {
      client.resetAndDestroy();
      target.destroy();
    }
    pairs.clear();
  }

  function stop(): Promise<void> {
    const closing = server;
    server = undefined;
    reset();
    return new Promise((resolve) => {
      if (closing === undefined) resolve();
      else closing.close(() => resolve());
    });
  }

  await listen();
  return {
    get port() {
      return port;
    },
    set(next) {
      mode = next;
    },
    reset,
    refuse: stop,
    accept: listen,
    open: () => pairs.size,
    close: stop,
  };
}
