// @vitest-environment jsdom
import type { SchemaDocument } from '@sluice/contract';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorOfAnswer } from '../api/errors.ts';
import { startI18n } from '../i18n/index.ts';
import { controlId } from './form-context.ts';
import { buildForm, buildSettingsForm } from './model/build.ts';
import { getAt } from './model/path.ts';
import { initialRecord } from './model/record.ts';
import { sample } from './model/sample.test.data.ts';
import type { FormMode, FormModel, FormRecord } from './model/types.ts';
import { SchemaForm } from './SchemaForm.tsx';
import { click, press, render, type } from './testing.tsx';
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
    act(() => {
      expect(form.check()).toBe(false);
    });
    expect(at('name').getAttribute('aria-invalid')).toBe('true');
    const fix = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Use my-sink');
    click(fix);
    expect(at('name').value).toBe('my-sink');
    expect(at('name').getAttribute('aria-invalid')).toBeNull();
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

describe('read-only mode', () => {
  it('shows values as text; switches, arrays, TLS and objects as controls that are off', () => {
    const start = {
      ...initialRecord(modelOf(sample, 'connector', 'http')),
      name: 'pump',
      url: 'http://x',
      headers: { a: '1' },
      ssl: { enable: true, verify: 'verify_peer' },
      rows: [{ node: 'n1', ids: ['a'] }],
    };
    const { host } = render(<Page model={modelOf(sample, 'connector', 'http', 'view')} start={start} />);
    expect(host.textContent).toContain('pump');
    expect(host.textContent).toContain('http://x');
    // A secret is not shown, not even as text.
    expect(host.textContent).not.toContain('undefined');
    for (const key of ['name', 'url', 'pool_size', 'connect_timeout']) expect(at(key)?.tagName).not.toBe('INPUT');
    const controls = [...host.querySelectorAll<HTMLInputElement>('input, select, textarea, button[role=switch]')];
    expect(controls.length).toBeGreaterThan(3);
    for (const control of controls) {
      expect(control.disabled || control.readOnly || control.getAttribute('aria-disabled') === 'true').toBe(true);
    }
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

describe('tabs of a settings form', () => {
  const node = {
    type: 'object',
    properties: {
      keepalive: { type: 'duration', default: '60s' },
      limits: { type: 'object', required: ['most'], properties: { most: { type: 'integer', minimum: 1 } } },
    },
  } as const;
  const settings = () => buildSettingsForm(sample, node, 'plain', 'edit');
  const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')];

  it('stand there only with more than one group, and move with the arrow keys', () => {
    render(<Page model={settings()} />);
    expect(tabs().map((tab) => tab.textContent)).toEqual(['Basic', 'Limits']);
    press(tabs()[0], 'ArrowRight');
    expect(tabs().map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true']);
    expect(document.activeElement).toBe(tabs()[1]);
    document.body.replaceChildren();
    render(
      <Page
        model={buildSettingsForm(sample, { type: 'object', properties: { a: { type: 'string' } } }, 'plain', 'edit')}
      />,
    );
    expect(tabs()).toEqual([]);
  });

  it('show the one with a problem, whoever finds it', async () => {
    render(<Page model={settings()} />);
    act(() => {
      expect(form.check()).toBe(false);
    });
    expect(tabs()[1]?.getAttribute('aria-selected')).toBe('true');
    expect(at('limits', 'most').getAttribute('aria-invalid')).toBe('true');
    act(() => {
      form.refuse(
        errorOfAnswer(
          400,
          '{"code":"BAD_REQUEST","message":{"kind":"validation_error","reason":"required_field","path":"root.keepalive"}}',
        ),
      );
    });
    expect(tabs()[0]?.getAttribute('aria-selected')).toBe('true');
    expect(at('keepalive').getAttribute('aria-invalid')).toBe('true');
    await vi.waitFor(() => expect(document.activeElement).toBe(at('keepalive')));
  });
});
