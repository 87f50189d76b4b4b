import type { ShareGroup, Target } from './state.ts';
import { mergeSubscriptions } from './subscription.ts';

export function createShareGroup(): ShareGroup {
  let members: Target[] = [];
  let turn = 0;

  return {
    put(subscription) {
      const target = mergeSubscriptions(subscription.session, [subscription]);
      const at = members.findIndex((member) => member.session === subscription.session);
      if (at >= 0) {
        members[at] = target;
        return false;
      }
      members.push(target);
      return true;
    },
    take(session) {
      const before = members.length;
      members = members.filter((member) => member.session !== session);
      return members.length < before;
    },
    isEmpty: () => members.length === 0,
    pick(except) {
      let fallback: Target | undefined;
      for (let i = 0; i < members.length; i++) {
        const member = members[(turn + i) % members.length];
        if (member === undefined || member.session === except) continue;
        const connection = member.session.connection;
        if (connection !== undefined && !connection.congested) {
          turn = (turn + i + 1) % members.length;
          return member;
        }
        if (fallback === undefined || (connection !== undefined && fallback.session.connection === undefined))
          fallback = member;
      }
      turn = members.length === 0 ? 0 : (turn + 1) % members.length;
      return fallback;
    },
  };
}
