// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { forgetTest, keepTest, keptTest, moveTest } from './test-event-store.ts';

const typed = {
  chosen: '$events/message_publish',
  edited: { '$events/message_publish': [{ name: 'qos', text: '9007199254740993', example: 1 }] },
};

beforeEach(() => sessionStorage.clear());

it('comes back as it was typed, for its rule only', () => {
  keepTest('a', typed);
  expect(keptTest('a')).toEqual(typed);
  expect(keptTest('b')).toEqual({ edited: {} });
});

it('is gone when nothing is typed any more', () => {
  keepTest('a', typed);
  keepTest('a', { edited: {} });
  expect(sessionStorage.length).toBe(0);
  keepTest('a', typed);
  forgetTest('a');
  expect(keptTest('a')).toEqual({ edited: {} });
});

it('goes with a new rule to its name', () => {
  keepTest('new.{}', typed);
  moveTest('new.{}', 'a');
  expect(keptTest('a')).toEqual(typed);
  expect(keptTest('new.{}')).toEqual({ edited: {} });
});

it('does not fall over what somebody else left there', () => {
  sessionStorage.setItem('sluice.rule-draft-test.a', '{');
  expect(keptTest('a')).toEqual({ edited: {} });
});
