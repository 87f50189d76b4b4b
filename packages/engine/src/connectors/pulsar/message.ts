import { type ChannelConfig, type JsonObject, ok, type Result } from '@sluice/contract';
import { compileTemplate, type Value } from '@sluice/rulesql';
import type { Fault, Request, RequestView } from '../driver.ts';
import { toBuffer } from '../stream/encoding.ts';
import type { OutgoingMessage } from './batch.ts';

/** Turns rows into messages for one action. The request's `meta` is the key. */
export interface PulsarMessages {
  render(row: Value): Result<Request, Fault>;
  read(request: Request): OutgoingMessage;
  describe(request: Request): RequestView;
}

export function pulsarMessages(action: ChannelConfig, topic: string): PulsarMessages {
  const message = (action.parameters.message ?? {}) as JsonObject;
  const key = compileTemplate(typeof message.key === 'string' && message.key !== '' ? message.key : '${.clientid}');
  const value = compileTemplate(typeof message.value === 'string' && message.value !== '' ? message.value : '${.}');

  function read({ meta, body }: Request): OutgoingMessage {
    return { key: meta, value: typeof body === 'string' ? Buffer.from(body) : body };
  }

  return {
    render(row) {
      const found = key.value(row);
      const meta = found === undefined || found === null ? '' : typeof found === 'string' ? found : key.render(row);
      return ok({ meta, body: value.renderBytes(row) });
    },
    read,
    describe(request) {
      const outgoing = read(request);
      return { topic, key: outgoing.key, value: toBuffer(outgoing.value).toString() };
    },
  };
}
