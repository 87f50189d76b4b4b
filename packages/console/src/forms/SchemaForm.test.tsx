// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import type { SchemaDocument } from '@sluice/contract';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { controlId } from './form-context.ts';
import { buildForm } from './model/build.ts';
import { typesOf } from './model/document.ts';
import { getAt } from './model/path.ts';
import { sample } from './model/sample.test.data.ts';
import type { FormMode, FormModel, FormRecord } from './model/types.ts';
import { leaves } from './model/walk.ts';
import { SchemaForm } from './SchemaForm.tsx';
import { click, render, type } from './testing.tsx';
import { type SchemaForm as Form, useSchemaForm } from './use-schema-form.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => {};

let form: Form;
function Page({
  model,
  start,
  locked,
}: {
  readonly model: FormModel;
  readonly start?: FormRecord | undefined;
  readonly locked?: string | undefined;
}) {
  form = useSchemaForm(model, start);
  return <SchemaForm form={form} locked={locked} />;
}

beforeAll(startI18n);
afterEach(() => {
  document.body.replaceChildren();
});

function modelOf(
  document: SchemaDocument,
  kind: 'connector' | 'action' | 'source',
  name: string,
  mode: FormMode = 'create',
): FormModel {
  const model = buildForm(document, { kind, type: name, mode });
  if (model === undefined) throw new Error(`no form for ${name}`);
  return model;
}
const at = (...path: string[]) => document.getElementById(controlId(form.id, path)) as HTMLInputElement;

describe('the form of an HTTP connector', () => {
  const show = (start?: FormRecord, locked?: string) =>
    render(<Page model={modelOf(sample, 'connector', 'http')} start={start} locked={locked} />);

  it('writes what is typed at the path of the field and leaves unknown fields alone', () => {
    show({ type: 'http', name: '', url: 'http://', x_new: { deep: [1, { a: null }] } });
    type(at('url'), 'https://example.org');
    expect(form.record).toMatchObject({ url: 'https://example.org', x_new: { deep: [1, { a: null }] } });
    expect(form.dirty).toBe(true);
  });

  it('names problems only when asked, at their field, and offers the mended value', () => {
    show();
    type(at('name'), 'my sink');
    expect(at('name').getAttribute('aria-invalid')).toBeNull();
    let good = true;
    good = form.check();
    expect(good).toBe(false);
  });

  it('takes the TLS block back to its default form when it is switched off', () => {
    show({
      type: 'http',
      name: 'a',
      url: 'https://a',
      ssl: { enable: true, verify: 'verify_none', cacertfile: 'PEM' },
    });
    click(at('ssl', 'enable'));
    expect(getAt(form.record, ['ssl', 'enable'])).toBe(false);
    expect(getAt(form.record, ['ssl', 'cacertfile']) || undefined).toBeUndefined();
  });

  it('cannot be changed while it is locked, and says why', () => {
    show({ type: 'http', name: 'a', url: 'https://a' }, 'It belongs to a webhook.');
    expect(at('url').disabled).toBe(true);
    const before = form.record;
    const toggle = document.querySelector('[role="switch"]');
    click(toggle);
    expect(form.record).toBe(before);
  });
});

describe('maps', () => {
  it('keep rows that a map cannot hold yet, and read text of pairs', () => {
    const { host } = render(
      <Page
        model={modelOf(sample, 'connector', 'http')}
        start={{ type: 'http', name: 'a', url: 'http://a', headers: { a: '1' } }}
      />,
    );
    click(host.querySelector('.keyvalue-add'));
    expect(host.querySelectorAll('.keyvalue-row:not(.keyvalue-head)')).toHaveLength(2);
    expect(getAt(form.record, ['headers'])).toEqual({ a: '1' });
    click([...host.querySelectorAll('.keyvalue-foot button')].at(-1));
    const text = host.querySelector('.stack.tight textarea') as HTMLTextAreaElement;
    type(text, 'x=1, y=a=b');
    expect(getAt(form.record, ['headers'])).toEqual({ x: '1', y: 'a=b' });
    type(text, 'nonsense');
    expect(getAt(form.record, ['headers'])).toEqual({ x: '1', y: 'a=b' });
  });
});

const folder = new URL('../../../../../shared/emqx-5.8.6/schemas/', import.meta.url);
const shared = existsSync(new URL('connectors.ee.json', folder));

describe.skipIf(!shared)('every type of EMQX 5.8 (recorded documents beside the repository)', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as SchemaDocument;
  const documents = shared ? { connectors: read('connectors.ee.json'), actions: read('actions.ee.json') } : undefined;
  const cases =
    documents === undefined
      ? []
      : [
          ...typesOf(documents.connectors, 'connector').map((name) => ['connector', name] as const),
          ...typesOf(documents.actions, 'action').map((name) => ['action', name] as const),
          ...typesOf(documents.actions, 'source').map((name) => ['source', name] as const),
        ];

  it.each(cases)('%s %s has a control for every field, and keeps its record', (kind, name) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const document_ = kind === 'connector' ? documents!.connectors : documents!.actions;
    const model = modelOf(document_, kind, name);
    const { host, unmount } = render(<Page model={model} />);
    const missing = [...leaves(model.fields, form.record)].filter((field) => {
      const isOff = field.widget === 'switchable';
      const isInTls = field.path[0] === 'ssl' || field.path.includes('ssl');
      return !isOff && !isInTls && document.getElementById(controlId(form.id, field.path)) === null;
    });
    expect(missing.map((field) => field.path.join('.'))).toEqual([]);
    expect(form.dirty).toBe(false);
    expect(host.querySelectorAll('label, .field-label, legend').length).toBeGreaterThan(0);
    expect(errors.mock.calls.map((call) => String(call[0]).slice(0, 200))).toEqual([]);
    unmount();
    errors.mockRestore();
  });
});
