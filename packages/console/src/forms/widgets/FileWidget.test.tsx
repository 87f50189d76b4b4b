// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { dismissToast, getToasts } from '../../ui/toast-store.ts';
import { render } from '../testing.tsx';
import type { FieldOf } from '../widget.ts';
import { FileWidget } from './FileWidget.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
const fetched = vi.fn();
vi.stubGlobal('fetch', fetched);
beforeAll(startI18n);
afterEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
  document.body.replaceChildren();
});

const field: FieldOf<'file'> = {
  path: ['script'],
  key: 'script',
  label: { en: 'Script', zh: '脚本' },
  widget: 'file',
  accept: ['.txt'],
  required: false,
  locked: false,
  span: 24,
} as unknown as FieldOf<'file'>;

async function pick(file: File): Promise<{ onChange: ReturnType<typeof vi.fn>; host: HTMLElement }> {
  const onChange = vi.fn();
  const control = { id: 'script', 'aria-describedby': undefined, 'aria-invalid': false };
  const { host } = render(
    <FileWidget
      field={field}
      value=""
      onChange={onChange}
      label="Script"
      disabled={false}
      control={control as never}
    />,
  );
  const input = host.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return { onChange, host };
}

const file = (name: string, text: () => Promise<string>) => Object.assign(new File([''], name), { text });

it('has five rows, reads the file here, and sends nothing', async () => {
  const { onChange, host } = await pick(file('a.TXT', async () => 'hello'));
  expect(host.querySelector('textarea')?.rows).toBe(5);
  expect(onChange).toHaveBeenCalledWith('hello');
  expect(fetched).not.toHaveBeenCalled();
});

it('names the kinds of file it takes', async () => {
  const { onChange } = await pick(file('a.exe', async () => 'no'));
  expect(onChange).not.toHaveBeenCalled();
  expect(String(getToasts()[0]?.text)).toContain('.txt');
});

it('says when a file cannot be read', async () => {
  const { onChange } = await pick(file('gone.txt', () => Promise.reject(new Error('NotReadable'))));
  expect(onChange).not.toHaveBeenCalled();
  expect(String(getToasts()[0]?.text)).toMatch(/Upload failed.*gone\.txt/);
});
