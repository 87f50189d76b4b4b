import { describe, expect, it } from 'vitest';
import { createAccess } from './access.ts';

const peer = (peerhost: string) => ({
  listener: 'tcp' as const,
  port: 1883,
  peerhost,
  peerport: 1,
  sockname: '',
  certificateName: undefined,
  closedReason: 'tcp_closed' as const,
});

describe('anonymous clients', () => {
  it.each([
    [undefined, '127.0.0.1', 0],
    [undefined, '::1', 0],
    [undefined, '192.168.1.5', 135],
    ['always', '192.168.1.5', 0],
    ['never', '127.0.0.1', 135],
  ] as const)('setting %s from %s: reason code %i', async (anonymous, host, code) => {
    const access = createAccess(anonymous === undefined ? {} : { anonymous });
    expect(await access.authenticate('c', undefined, undefined, peer(host))).toMatchObject({ code, isAnonymous: true });
  });
});
