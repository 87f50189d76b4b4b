// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { controlId } from '../form-context.ts';
import { buildSettingsForm } from '../model/build.ts';
import { sample } from '../model/sample.test.data.ts';
import { SchemaForm } from '../SchemaForm.tsx';
import { render, type } from '../testing.tsx';
import { type SchemaForm as Form, useSchemaForm } from '../use-schema-form.ts';

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
afterEach(() => document.body.replaceChildren());

const node = {
  type: 'object',
  properties: {
    wait: { type: 'duration' },
    limit: { type: 'rate' },
    share: { type: 'percent' },
    room: { type: 'byteSize' },
  },
} as const;

let form: Form;
function Page() {
  form = useSchemaForm(buildSettingsForm(sample, node, 'plain', 'edit'));
  return <SchemaForm form={form} />;
}

it('a bare number is of seconds, a second, percent, and megabytes', () => {
  render(<Page />);
  for (const key of ['wait', 'limit', 'share', 'room'])
    type(document.getElementById(controlId(form.id, [key])) as HTMLInputElement, '5');
  expect(form.record).toEqual({ wait: '5s', limit: '5/s', share: '5%', room: '5MB' });
});

it('another unit keeps the number', () => {
  render(<Page />);
  const field = document.getElementById(controlId(form.id, ['wait'])) as HTMLInputElement;
  type(field, '5');
  type(field.parentElement?.querySelector('select') as HTMLSelectElement, 'm');
  expect(form.record.wait).toBe('5m');
});
