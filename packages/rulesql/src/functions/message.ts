import { Fault } from '../value/fault.ts';
import { getSteps } from '../value/path.ts';
import { isMap } from '../value/value.ts';
import { count, list, string } from './arguments.ts';
import type { messageDocs } from './docs/message.ts';
import type { Contextual, Implementations } from './implementation.ts';

function column(name: string): Contextual {
  return { run: (frame) => frame.event.get(name) };
}

export const message: Implementations<typeof messageDocs> = {
  msgid: column('id'),
  qos: column('qos'),
  topic: {
    run(frame, ...args) {
      const topic = frame.event.get('topic');
      if (args.length === 0 || typeof topic !== 'string') return topic;
      const level = count(args[0]);
      if (level < 1) throw new Fault('levels of a topic count from 1.');
      return topic.split('/')[level - 1];
    },
  },
  flags: column('flags'),
  flag: {
    run: (frame, name) => getSteps(frame.event.get('flags'), [{ kind: 'key', key: string(name) }]),
  },
  clientid: { run: () => undefined },
  clientip: column('peerhost'),
  peerhost: column('peerhost'),
  username: column('username'),
  payload: {
    run(frame, ...args) {
      const payload = frame.event.get('payload');
      if (args.length === 0) return payload;
      const steps = string(args[0])
        .split('.')
        .map((key) => ({ kind: 'key' as const, key }));
      return isMap(payload) ? getSteps(payload, steps) : undefined;
    },
  },
  contains_topic(filters) {
    list(filters);
    return false;
  },
  contains_topic_match(filters) {
    list(filters);
    return false;
  },
};
