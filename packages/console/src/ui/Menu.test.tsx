// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { click, press, render } from '../forms/testing.tsx';
import { startI18n } from '../i18n/index.ts';
import { Dialog } from './Dialog.tsx';
import { Menu, type MenuAction } from './Menu.tsx';

beforeAll(startI18n);
afterEach(() => document.body.replaceChildren());

const items = () => [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')];
const focused = () => document.activeElement?.textContent;

function open(actions: readonly MenuAction[]): HTMLElement {
  const { host } = render(
    <main>
      <Menu target={<button type="button">Open</button>} actions={actions} />
    </main>,
  );
  const target = host.querySelector('button')!;
  click(target);
  return target;
}

it('a menu is gone through with the keyboard, and gives the focus back', () => {
  const onSelect = vi.fn();
  const target = open([
    { label: 'Alpha', onSelect },
    { label: 'Beta', onSelect, disabledReason: 'Not now' },
    { label: 'Gamma', onSelect },
  ]);
  expect(target.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Alpha');
  press(document.activeElement, 'ArrowDown');
  // An item that is off takes the focus: how else would one learn why?
  expect(focused()).toBe('BetaNot now');
  click(document.activeElement);
  expect(onSelect).not.toHaveBeenCalled();
  press(document.activeElement, 'ArrowDown');
  press(document.activeElement, 'ArrowDown');
  expect(focused()).toBe('Alpha');
  press(document.activeElement, 'g');
  expect(focused()).toBe('Gamma');
  press(document.activeElement, 'Escape');
  expect(items()).toEqual([]);
  expect(document.activeElement).toBe(target);
  click(target);
  click(items()[2]);
  expect(onSelect).toHaveBeenCalledOnce();
  expect(items()).toEqual([]);
});

it('says once why several items are off, and starts at the checked one', () => {
  open([
    { label: 'A', onSelect: () => {}, checked: false, disabledReason: 'Viewer' },
    { label: 'B', onSelect: () => {}, checked: true, disabledReason: 'Viewer' },
  ]);
  expect(focused()).toBe('B');
  const reason = document.querySelector('.menu-reason');
  expect(reason?.textContent).toBe('Viewer');
  expect(items().map((item) => item.getAttribute('aria-describedby'))).toEqual([reason?.id, reason?.id]);
  expect(items().map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true']);
});

it('a dialog keeps the focus and gives it back; only the top one hears Esc', () => {
  const closed: string[] = [];
  const page = (lower: boolean, upper: boolean) => (
    <main>
      <button type="button">Before</button>
      <Dialog
        opened={lower}
        onClose={() => closed.push('lower')}
        title="Lower"
        foot={<button type="button">L</button>}
      />
      <Dialog
        opened={upper}
        onClose={() => closed.push('upper')}
        title="Upper"
        foot={<button type="button">U</button>}
      />
    </main>
  );
  const { host, rerender } = render(page(false, false));
  const before = host.querySelector('button')!;
  act(() => before.focus());
  rerender(page(true, false));
  expect(focused()).toBe('L');
  press(document.activeElement, 'Tab');
  expect(focused()).toBe('L');
  rerender(page(true, true));
  expect(focused()).toBe('U');
  press(document.activeElement, 'Escape');
  expect(closed).toEqual(['upper']);
  rerender(page(true, false));
  expect(focused()).toBe('L');
  press(document.activeElement, 'Escape');
  expect(closed).toEqual(['upper', 'lower']);
  rerender(page(false, false));
  expect(document.activeElement).toBe(before);
});
