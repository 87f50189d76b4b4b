import type { BanKind } from '../api/bans.ts';

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
/** Near enough: the backend has the last word. */
const V6 = /^(?=.*:)[0-9A-Fa-f:]+(?:\.\d+){0,3}$/;

function isAddress(text: string): boolean {
  return (V4.test(text) && !text.endsWith('.')) || V6.test(text);
}

/** Whether a text can be what a ban of this kind is about. */
export function isBannable(kind: BanKind, who: string): boolean {
  switch (kind) {
    case 'clientid':
    case 'username':
      return who !== '';
    case 'peerhost':
      return isAddress(who);
    case 'peerhost_net': {
      const [address = '', bits = '', more] = who.split('/');
      if (more !== undefined || !isAddress(address) || !/^\d{1,3}$/.test(bits)) return false;
      return Number(bits) <= (address.includes(':') ? 128 : 32);
    }
  }
}
