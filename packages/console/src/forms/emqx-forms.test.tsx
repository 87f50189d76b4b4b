// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaDocument } from '@sluice/contract';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { controlId, pathKey } from './form-context.ts';
import { buildForm } from './model/build.ts';
import { typesOf } from './model/document.ts';
import { getAt } from './model/path.ts';
import { toBody } from './model/submit.ts';
import type { Field, FormModel } from './model/types.ts';
import { leaves } from './model/walk.ts';
import { SchemaForm } from './SchemaForm.tsx';
import { render, type } from './testing.tsx';
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
// What an editor measures; jsdom lays nothing out.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

// The only connector that the forms of actions and sources find.
const CONNECTOR = 'some-connector';
let kindOfConnector = '';
vi.stubGlobal('fetch', () =>
  Promise.resolve(new Response(JSON.stringify([{ type: kindOfConnector, name: CONNECTOR, enable: true }]))),
);

let form: Form;
function Page({ model }: { readonly model: FormModel }) {
  form = useSchemaForm(model);
  return <SchemaForm form={form} />;
}

beforeAll(startI18n);
afterEach(() => {
  document.body.replaceChildren();
});

const folder = join(import.meta.dirname, '../../../../../shared/emqx-5.8.6/schemas');
const isThere = existsSync(folder);
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SchemaDocument;

/** What a person types, or picks, where something is missing. */
function plausible(field: Field): string {
  switch (field.widget) {
    case 'text':
      return field.rule === 'url' ? 'http://example.com' : field.rule === 'common_id' ? 'a_name' : 'text';
    case 'number':
      return String(field.minimum);
    case 'duration':
    case 'byteSize':
      return '5';
    case 'enum':
      return String(field.options[0]?.value ?? 'text');
    case 'connector':
      return CONNECTOR;
    default:
      return 'text';
  }
}

/** Code editors load lazily: what they would write is put in directly. */
function fillIn(field: Field): void {
  const control = document.getElementById(controlId(form.id, field.path));
  const input =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  if (input) type(control, plausible(field));
  else act(() => form.set(field.path, plausible(field)));
}

describe.skipIf(!isThere)('every form of EMQX 5.8.6 on screen (skipped where its schema documents are absent)', () => {
  const documents = isThere
    ? ['connectors.ce.json', 'connectors.ee.json', 'actions.ce.json', 'actions.ee.json'].map((name) => ({
        name,
        document: read(name),
      }))
    : [];
  const cases = documents.flatMap(({ name, document }) =>
    (name.startsWith('connectors') ? (['connector'] as const) : (['action', 'source'] as const)).flatMap((kind) =>
      typesOf(document, kind).map((one) => [name, kind, one, document] as const),
    ),
  );
  it('are all there', () => expect(cases.length).toBeGreaterThan(75));

  it.each(cases)('%s: %s %s is filled in through its controls and can be sent', async (_file, kind, name, schema) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    kindOfConnector = name;
    const model = buildForm(schema, { kind, type: name, mode: 'create' })!;
    const { host, unmount } = render(<Page model={model} />);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    const shown = [...leaves(model.fields, form.record)].filter(
      (field) => field.widget !== 'switchable' && !field.path.includes('ssl'),
    );
    const missing = shown.filter((field) => document.getElementById(controlId(form.id, field.path)) === null);
    expect(missing.map((field) => field.path.join('.'))).toEqual([]);
    expect(host.querySelectorAll('label, .field-label, legend').length).toBeGreaterThan(0);
    expect(form.dirty).toBe(false);

    const required = shown.filter((field) => field.required && (getAt(form.record, field.path) ?? '') === '');
    let good = false;
    for (let round = 0; round < 5 && !good; round++) {
      act(() => {
        good = form.check();
      });
      const fields = [...leaves(model.fields, form.record)];
      for (const key of form.problems.keys()) {
        const field = fields.find((one) => pathKey(one.path) === key);
        expect(field, `a field for the problem at ${key}`).toBeDefined();
        if (field !== undefined) fillIn(field);
      }
    }
    expect([...form.problems.keys()]).toEqual([]);
    const body = toBody(model, form.record, 'create');
    expect(body.type).toBe(name);
    for (const field of required) expect(getAt(body, field.path), field.path.join('.')).toBeDefined();
    expect(errors.mock.calls.map((call) => String(call[0]).slice(0, 200))).toEqual([]);
    unmount();
    errors.mockRestore();
  });
});
