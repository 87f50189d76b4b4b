import { describe, expect, it } from 'vitest';
import { compileBans, isNetwork } from './bans.ts';

describe('bans', () => {
  const hour = 3_600_000;
  const bans = compileBans([
    { as: 'clientid', who: 'bad' },
    { as: 'username', who: 'eve', until: hour },
    { as: 'peerhost', who: '192.0.2.7' },
    { as: 'peerhost_net', who: '198.51.100.0/24' },
    { as: 'peerhost_net', who: '2001:db8::/32' },
    { as: 'peerhost_net', who: 'nonsense' },
  ]);
  const who = { clientid: 'c', username: undefined, peerhost: '10.0.0.1' };
  it.each([
    [{}, 0, false],
    [{ clientid: 'bad' }, 0, true],
    [{ username: 'eve' }, hour - 1, true],
    [{ username: 'eve' }, hour, false],
    [{ username: 'bad' }, 0, false],
    [{ peerhost: '192.0.2.7' }, 0, true],
    [{ peerhost: '198.51.100.200' }, 0, true],
    [{ peerhost: '198.51.101.1' }, 0, false],
    [{ peerhost: '2001:db8::1' }, 0, true],
    [{ peerhost: 'unknown' }, 0, false],
  ])('%j at %i: %s', (suspect, now, banned) => expect(bans({ ...who, ...suspect }, now)).toBe(banned));

  it.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8', '::1/129', ''])('"%s" is no network', (text) =>
    expect(isNetwork(text)).toBe(false),
  );
});
