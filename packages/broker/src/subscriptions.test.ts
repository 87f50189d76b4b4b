import { matchesTopic } from '@sluice/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientInfo } from './client-info.ts';
import { createSession } from './session/session.ts';
import type { Session, Subscription } from './state.ts';
import { createSubscriptions } from './subscriptions.ts';
import { parseFilter } from './topics.ts';

const session = (clientid: string): Session => createSession({ clientid, expiryInterval: 0 } as ClientInfo);
const sessions = ['a', 'b', 'c'].map(session);

function subscription(owner: Session, filter: string, facts: Partial<Subscription> = {}): Subscription {
  const parsed = parseFilter(filter, 128);
  return {
    session: owner,
    filter,
    pattern: parsed?.pattern ?? filter,
    group: parsed?.group,
    qos: 1,
    noLocal: false,
    retainAsPublished: false,
    retainHandling: 0,
    identifier: undefined,
    properties: undefined,
    ...facts,
  };
}

const level = fc.constantFrom('', 'a', 'b', '$s');
const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/') || 'a');
const filter = fc
  .tuple(fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([levels, rest]) => [...levels, ...(rest ? ['#'] : [])].join('/') || '#');
const step = fc.record({ add: fc.boolean(), who: fc.nat(2), filter });

describe('subscriptions', () => {
  it('find exactly those whose filter fits, after any history', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), topic, (steps, name) => {
        const index = createSubscriptions();
        const expected = new Map<string, Subscription>();
        for (const { add, who, filter: text } of steps) {
          const one = subscription(sessions[who]!, text);
          const key = `${who} ${text}`;
          if (add) {
            index.add(one);
            expected.set(key, one);
          } else {
            index.remove(expected.get(key) ?? one);
            expected.delete(key);
          }
          // Routes are remembered: asking in between must not freeze them.
          index.match(name);
        }
        expect(index.size).toBe(expected.size);
        const fitting = [...expected.values()].filter((one) => matchesTopic(name, one.pattern));
        const found = index.match(name).targets.flatMap((target) => target.subscriptions);
        expect(new Set(found)).toEqual(new Set(fitting));
        expect(found.length).toBe(fitting.length);
        expect(index.match(name).targets.length).toBe(new Set(fitting.map((one) => one.session)).size);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  it('of one session merge: highest QoS, all identifiers', () => {
    const index = createSubscriptions();
    index.add(subscription(sessions[0]!, 'a/+', { qos: 0, identifier: 1 }));
    index.add(subscription(sessions[0]!, 'a/#', { qos: 2, identifier: 2, retainAsPublished: true }));
    const [target] = index.match('a/b').targets;
    expect(target).toMatchObject({ qos: 2, retainAsPublished: true });
    expect([...(target?.identifiers ?? [])].sort()).toEqual([1, 2]);
  });

  it('share by group: members in turn, groups apart', () => {
    const index = createSubscriptions();
    for (const one of sessions) index.add(subscription(one, '$share/g/t'));
    index.add(subscription(sessions[0]!, '$share/h/+'));
    const { targets, groups } = index.match('t');
    expect(targets).toEqual([]);
    expect(groups).toHaveLength(2);
    const turns = Array.from({ length: 6 }, () =>
      groups.find((group) => group.pick(sessions[0]) !== undefined)?.pick(),
    );
    expect(new Set(turns.map((target) => target?.session.clientid)).size).toBe(3);
    for (const one of sessions) index.remove(subscription(one, '$share/g/t'));
    expect(index.match('t').groups).toHaveLength(1);
    expect(index.size).toBe(1);
  });
});
