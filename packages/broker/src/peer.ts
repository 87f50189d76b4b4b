import type { Duplex } from 'node:stream';
import type { ListenerType } from './client-info.ts';

/** Where a connection comes from, as its listener saw it. */
export interface Peer {
  readonly listener: ListenerType;
  /** Port of the listener. */
  readonly port: number;
  readonly peerhost: string;
  readonly peerport: number;
  readonly sockname: string;
  /** Common name of a client certificate that the listener has verified. */
  readonly certificateName: string | undefined;
  /** Why the stream ends when the peer goes without a DISCONNECT. */
  readonly closedReason: 'tcp_closed' | 'ssl_closed' | 'ws_closed';
}

/** Takes over the byte stream of a new client. */
export type Welcome = (stream: Duplex, peer: Peer) => void;
