import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientInfo } from '../client-info.ts';
import { compilePermissions, DEFAULT_PERMISSIONS, type PermissionRule } from './permissions.ts';

const client = (facts: Partial<ClientInfo> = {}) =>
  ({ clientid: 'c1', username: 'u1', peerhost: '10.0.0.9', ...facts }) as ClientInfo;

describe('permissions', () => {
  const rules: PermissionRule[] = [
    { permission: 'deny', action: 'all', topics: ['secret/#'] },
    { permission: 'allow', action: 'publish', topics: ['out/${clientid}/#', 'user/${username}'] },
    { permission: 'allow', action: 'subscribe', username: 'u1', topics: ['in/+/x', 'eq #'] },
    { permission: 'deny', action: 'all', clientid: 'bad' },
    { permission: 'allow', action: 'all', peerhost: '127.0.0.1' },
  ];
  const permissions = compilePermissions(rules);
  const may = (action: 'publish' | 'subscribe', who: ClientInfo, topic: string) =>
    permissions.check(who, { action, topic, qos: 0, retain: false })?.permission;

  it.each([
    ['publish', 'out/c1/a', 'allow'],
    ['publish', 'out/c2/a', undefined],
    ['publish', 'user/u1', 'allow'],
    ['publish', 'secret/x', 'deny'],
    ['subscribe', 'secret', 'deny'],
    ['subscribe', 'secret/+', 'deny'],
    ['subscribe', '+/x', 'deny'],
    ['subscribe', '#', 'deny'],
    ['subscribe', 'in/a/x', 'allow'],
    ['subscribe', 'in/+/x', 'allow'],
    ['subscribe', 'in/#', undefined],
    ['subscribe', 'in/+/+', undefined],
  ] as const)('%s %s: %s', (action, topic, result) => {
    expect(may(action, client(), topic)).toBe(result);
  });

  it('do not let a client id with wildcards or levels widen a rule', () => {
    expect(may('publish', client({ clientid: '+' }), 'out/+/a')).toBeUndefined();
    expect(may('publish', client({ clientid: 'a/b' }), 'out/a/b')).toBeUndefined();
    expect(may('publish', client({ username: undefined }), 'user/')).toBeUndefined();
  });

  it('by default keep $SYS and everything at once to this machine', () => {
    const compiled = compilePermissions(DEFAULT_PERMISSIONS);
    const defaults = (action: 'subscribe', who: ClientInfo, topic: string) =>
      compiled.check(who, { action, topic, qos: 0 })?.permission;
    for (const [topic, near, far] of [
      ['#', 'allow', 'deny'],
      ['+/#', 'allow', 'deny'],
      ['$SYS/brokers', 'allow', 'deny'],
      ['a/#', 'allow', 'allow'],
    ])
      expect([
        defaults('subscribe', client({ peerhost: '127.0.0.1' }), topic as string),
        defaults('subscribe', client(), topic as string),
      ]).toEqual([near, far]);
  });
});

describe('permissions by message', () => {
  it('look at QoS and retain flag', () => {
    const { check, isByMessage } = compilePermissions([
      { permission: 'deny', action: 'publish', topics: ['t'], retain: true },
      { permission: 'allow', action: 'all', topics: ['t'], qos: [0, 1] },
    ]);
    expect(isByMessage).toBe(true);
    const publish = (qos: 0 | 1 | 2, retain: boolean) =>
      check(client(), { action: 'publish', topic: 't', qos, retain })?.permission;
    expect([publish(0, true), publish(1, false), publish(2, false)]).toEqual(['deny', 'allow', undefined]);
    expect(check(client(), { action: 'subscribe', topic: 't', qos: 1 })?.permission).toBe('allow');
  });

  it('give the answer of the plain list, however it is searched', () => {
    const name = fc.constantFrom('a', 'b', undefined);
    const rule = fc.record({
      permission: fc.constantFrom('allow' as const, 'deny' as const),
      action: fc.constantFrom('publish' as const, 'subscribe' as const, 'all' as const),
      username: name,
      clientid: name,
      topics: fc.constantFrom(['t'], ['u'], undefined),
    });
    const who = fc.record({ clientid: fc.constantFrom('a', 'b', 'c'), username: name });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        who,
        fc.constantFrom('t', 'u'),
        (rules, { clientid, username }, topic) => {
          const found = compilePermissions(rules as PermissionRule[]).check(client({ clientid, username }), {
            action: 'publish',
            topic,
            qos: 0,
            retain: false,
          });
          const plain = rules.find(
            (one) =>
              one.action !== 'subscribe' &&
              (one.username ?? username) === username &&
              (one.clientid ?? clientid) === clientid &&
              ((one.topics as string[] | undefined)?.includes(topic) ?? true),
          );
          expect(found).toBe(plain);
        },
      ),
      { seed: 4711, numRuns: 2000 },
    );
  });
});
