import { describe, expect, it } from 'vitest';
import { isBannable } from './bannable.ts';

describe('who can be banned', () => {
  it.each(['10.0.0.17', '255.255.255.255', '::1', 'fe80::1', '::ffff:10.0.0.1'])('the address %s', (who) =>
    expect(isBannable('peerhost', who)).toBe(true),
  );
  it.each(['10.0.0', '10.0.0.256', '10.0.0.1.', 'truck', '10.0.0.0/8', ''])('not the address %j', (who) =>
    expect(isBannable('peerhost', who)).toBe(false),
  );
  it.each(['10.0.0.0/8', '0.0.0.0/0', 'fe80::/10', '::/128'])('the network %s', (who) =>
    expect(isBannable('peerhost_net', who)).toBe(true),
  );
  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', 'fe80::/129', 'a/8', '10.0.0.0/8/8'])('not the network %j', (who) =>
    expect(isBannable('peerhost_net', who)).toBe(false),
  );
  it('any name', () => expect(isBannable('clientid', 'truck 17/β')).toBe(true));
});
