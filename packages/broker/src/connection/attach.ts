import type { Duplex } from 'node:stream';
import type { Core } from '../core.ts';
import { strangerLimit } from '../open-files.ts';
import type { Peer } from '../peer.ts';
import { pump } from '../session/pump.ts';
import type { Connection } from '../state.ts';
import { closeConnection } from './close.ts';
import { createConnection } from './connection.ts';
import { guard } from './guard.ts';
import { receive } from './inbound.ts';
import { resumeReading } from './reading.ts';

/** Makes a new byte stream a connection. */
export function attach(core: Core, stream: Duplex, peer: Peer): void {
  const { maxConnections } = core.limits;
  if (core.closing || core.connections.size >= maxConnections + strangerLimit(maxConnections)) {
    stream.destroy();
    return;
  }
  const connection = createConnection(stream, peer, Date.now());
  core.connections.add(connection);
  stream.on('data', (chunk: Buffer) => guard(core, connection, () => receive(core, connection, chunk)));
  stream.on('drain', () => guard(core, connection, () => drained(core, connection)));
  const gone = () => guard(core, connection, () => closeConnection(core, connection, peer.closedReason));
  stream.on('end', gone);
  stream.on('error', gone);
  stream.on('close', gone);
}

function drained(core: Core, connection: Connection): void {
  connection.congested = false;
  if (connection.session !== undefined) pump(core, connection.session);
  if (connection.state === 'connected') resumeReading(core, connection);
}
