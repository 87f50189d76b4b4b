import { closeConnection } from './connection/close.ts';
import { read } from './connection/inbound.ts';
import { type Core, createCore } from './core.ts';
import type { BrokerOptions } from './types.ts';
import { NO_BYTES } from './wire/properties.ts';

/** The parts of one broker, put together. */
export function assembleCore(options: BrokerOptions): Core {
  const core: Core = createCore(options, {
    close: (connection, reason, how) => closeConnection(core, connection, reason, how),
    readOn: (connection) => read(core, connection, NO_BYTES),
  });
  return core;
}
