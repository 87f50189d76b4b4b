// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { click, type Rendered, render, type } from '../forms/testing.tsx';
import { startI18n } from '../i18n/index.ts';
import { CopyDialog, type CopyDialogProps } from './CopyDialog.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
beforeAll(startI18n);
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function open(props: Partial<CopyDialogProps> = {}): Rendered & { again: (opened: boolean) => void } {
  const all: CopyDialogProps = {
    opened: true,
    onClose: () => {},
    source: 'pump',
    field: 'name',
    taken: () => false,
    onCopy: async () => {},
    onDone: () => {},
    ...props,
  };
  const rendered = render(<CopyDialog {...all} />);
  return { ...rendered, again: (opened) => rendered.rerender(<CopyDialog {...all} opened={opened} />) };
}

const input = () => document.querySelector<HTMLInputElement>('[role=dialog] input, dialog input')!;
const error = () => document.querySelector('.err')?.textContent ?? '';
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(label));
async function submit(): Promise<void> {
  await act(async () => {
    document.querySelector('form')?.requestSubmit();
  });
}

describe('the copy dialog', () => {
  it('proposes the name of the original and _copy, or the next free one', () => {
    const { unmount } = open();
    expect(input().value).toBe('pump_copy');
    unmount();
    open({ taken: (name) => name === 'pump_copy' });
    expect(input().value).toBe('pump_copy_2');
  });

  it('wants an identifier, named ID for a rule and Name otherwise', async () => {
    const { unmount } = open();
    type(input(), '');
    await submit();
    expect(error()).toContain('Name is required');
    unmount();
    open({ field: 'id' });
    type(input(), '');
    await submit();
    expect(error()).toContain('ID is required');
  });

  it('forgets its error when it is closed', async () => {
    const { again } = open();
    type(input(), '');
    await submit();
    expect(error()).not.toBe('');
    again(false);
    again(true);
    expect(error()).toBe('');
    expect(input().value).toBe('pump_copy');
  });

  it('reports success, and closes 500 ms later', async () => {
    vi.useFakeTimers();
    const onClose = vi.fn();
    const onDone = vi.fn();
    open({ onClose, onDone });
    await submit();
    expect(document.querySelector('[role=status]')?.textContent).toContain('Copied');
    act(() => vi.advanceTimersByTime(499));
    expect(onClose).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onDone).toHaveBeenCalledWith('pump_copy');
  });

  it('stays open and can be tried again after a copy that failed', async () => {
    const onCopy = vi.fn(async () => Promise.reject(new Error('no')));
    const onDone = vi.fn();
    open({ onCopy, onDone });
    await submit();
    expect(button('Create')).toBeDefined();
    click(button('Create'));
    await submit();
    expect(onCopy.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(onDone).not.toHaveBeenCalled();
  });
});
