// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { click, render } from '../forms/testing.tsx';
import { startI18n } from '../i18n/index.ts';
import type { ConflictLine } from './ConflictDialog.tsx';
import { type SaveGuardProps, useSaveGuard } from './use-save-guard.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
beforeAll(startI18n);
afterEach(() => document.body.replaceChildren());

interface Stored {
  readonly text: string;
  readonly etag?: string | undefined;
}
const line: ConflictLine = { id: 'text', label: 'Text', before: 'old', theirs: 'new', mine: 'own' };
const conflict = new ApiError('refused', 412, 'PRECONDITION_FAILED', 'changed');

type Guard = ReturnType<typeof useSaveGuard<Stored>>;
function Page({ all, tell }: { readonly all: SaveGuardProps<Stored>; readonly tell: (guard: Guard) => void }) {
  const guard = useSaveGuard(all);
  tell(guard);
  return <>{guard.dialog}</>;
}

function open(props: Partial<SaveGuardProps<Stored>> = {}) {
  const all: SaveGuardProps<Stored> = {
    name: 'pump',
    etag: '"1"',
    read: async () => ({ text: 'new', etag: '"2"' }),
    linesOf: () => [line],
    take: vi.fn(),
    save: vi.fn(),
    busy: false,
    ...props,
  };
  let guard: Guard | undefined;
  const tell = (next: Guard) => {
    guard = next;
  };
  render(<Page all={all} tell={tell} />);
  return { props: all, guard: () => guard! };
}
const dialog = () => document.querySelector('[role=dialog]');
const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label);
async function refuse(guard: () => Guard, error: unknown): Promise<boolean> {
  let was = false;
  await act(async () => {
    was = guard().refused(error);
  });
  return was;
}

describe('a save over somebody else’s change', () => {
  it('is asked about, with what they changed and what stands here', async () => {
    const { guard } = open();
    expect(await refuse(guard, conflict)).toBe(true);
    expect(dialog()?.textContent).toMatch(/pump.*Text.*old.*new.*own/);
  });
  it('overwrites the version that was shown, not one that came later', async () => {
    const { guard, props } = open();
    await refuse(guard, conflict);
    click(button('Overwrite'));
    expect(props.save).toHaveBeenCalledWith({ text: 'new', etag: '"2"' });
  });
  it('goes on from theirs with what was typed here, and saves nothing yet', async () => {
    const { guard, props } = open();
    await refuse(guard, conflict);
    click(button('Take in the changes'));
    expect(props.take).toHaveBeenCalledWith({ text: 'new', etag: '"2"' });
    expect(props.save).not.toHaveBeenCalled();
    expect(guard().etag).toBe('"2"');
    expect(dialog()).toBeNull();
  });
  it('leaves everything as it is when the question is closed', async () => {
    const { guard, props } = open();
    await refuse(guard, conflict);
    click(button('Back to editing'));
    expect(dialog()).toBeNull();
    expect(guard().etag).toBe('"1"');
    expect(props.take).not.toHaveBeenCalled();
  });
  it('is no question when only something changed that is not edited here', async () => {
    const { guard, props } = open({ linesOf: () => [], isAside: () => true });
    await refuse(guard, conflict);
    expect(dialog()).toBeNull();
    expect(props.save).toHaveBeenCalledWith({ text: 'new', etag: '"2"' });
  });
  it('has nothing to do with other refusals', async () => {
    const { guard } = open();
    expect(await refuse(guard, new ApiError('refused', 400, 'BAD_REQUEST', 'no'))).toBe(false);
    expect(dialog()).toBeNull();
  });
});
