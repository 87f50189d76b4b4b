import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, ResourceKind, SchemaDocument } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from './build.ts';
import { branchOf, switchBranch } from './choice.ts';
import { typesOf } from './document.ts';
import { getAt, setAt } from './path.ts';
import { changeType, initialRecord } from './record.ts';
import { toBody } from './submit.ts';
import type { Field, FormModel, FormRecord } from './types.ts';
import { validate } from './validate.ts';
import { everyField, leaves } from './walk.ts';

const folder = join(import.meta.dirname, '../../../../../../shared/emqx-5.8.6/schemas');
const isThere = existsSync(folder);

function load(name: string): SchemaDocument {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as SchemaDocument;
}

/** What a person would type into a field. */
function plausible(field: Field): Json {
  switch (field.widget) {
    case 'text':
      if (field.rule === 'url') return 'http://example.com';
      if (field.rule === 'common_id') return 'a_name';
      return 'text';
    case 'number':
      return field.minimum;
    case 'duration':
      return field.minimum ?? '5s';
    case 'byteSize':
      return field.minimum ?? '1MB';
    case 'percent':
      return '80%';
    case 'enum':
      return field.options[0]?.value ?? 'text';
    case 'boolean':
      return true;
    case 'list':
      return field.items === 'number' ? [1] : ['text'];
    default:
      return 'text';
  }
}

function fill(model: FormModel, record: FormRecord): FormRecord {
  let filled = record;
  for (let round = 0; round < 5; round++) {
    const problems = validate(model, filled);
    if (problems.length === 0) return filled;
    const fields = [...leaves(model.fields, filled)];
    for (const problem of problems) {
      const field = fields.find((one) => one.path.join('\0') === problem.path.join('\0'));
      if (field !== undefined) filled = setAt(filled, problem.path, plausible(field));
    }
  }
  return filled;
}

const documents: [string, ResourceKind][] = isThere
  ? [
      ['connectors.ce.json', 'connector'],
      ['connectors.ee.json', 'connector'],
      ['actions.ce.json', 'action'],
      ['actions.ee.json', 'action'],
      ['actions.ce.json', 'source'],
      ['actions.ee.json', 'source'],
    ]
  : [];

describe.skipIf(!isThere)('every form of EMQX 5.8.6 (skipped where its schema documents are absent)', () => {
  it('knows the types of both editions', () => {
    expect(typesOf(load('connectors.ce.json'), 'connector')).toEqual(['mqtt', 'http']);
    expect(typesOf(load('connectors.ee.json'), 'connector')).toHaveLength(38);
    const listed = load('actions.ee.json').paths['/action_types'] as { get: { items: { enum: string[] } } };
    expect([...typesOf(load('actions.ee.json'), 'action')].sort()).toEqual([...listed.get.items.enum].sort());
    expect([...typesOf(load('actions.ee.json'), 'source')].sort()).toEqual(
      ['gcp_pubsub_consumer', 'kafka_consumer', 'mqtt', 'rabbitmq'].sort(),
    );
  });

  describe.each(documents)('%s: %s', (file, kind) => {
    const document = load(file);
    it.each(typesOf(document, kind).map((type) => [type]))('%s', (type) => {
      const model = buildForm(document, { kind, type, mode: 'create' })!;
      expect(model.fields.length).toBeGreaterThan(1);
      expect(model.fields.map((field) => field.key)).toContain('name');
      for (const field of everyField(model.fields)) {
        expect(field.widget, field.path.join('/')).not.toBe('json');
        expect(field.label.en).not.toBe('');
      }
      const record = fill(model, initialRecord(model));
      expect(validate(model, record)).toEqual([]);
      const body = toBody(model, record, 'create');
      expect(body.type).toBe(type);
      expect(JSON.stringify(body)).not.toContain('""');
      expect(toBody(model, body, 'create')).toEqual(body);
      for (const field of model.fields) {
        if (field.widget !== 'choice') continue;
        for (const branch of field.branches) {
          const value = switchBranch(branchOf(field, record), branch, getAt(record, field.path));
          const switched = setAt(record, field.path, value);
          expect(branchOf(field, switched)?.id).toBe(branch.id);
          expect(validate(model, fill(model, switched))).toEqual([]);
        }
      }
    });
  });

  it('keeps common fields over a walk through all types', () => {
    const document = load('connectors.ee.json');
    const models = typesOf(document, 'connector').map(
      (type) => buildForm(document, { kind: 'connector', type, mode: 'create' })!,
    );
    let record: FormRecord = { ...initialRecord(models[0]!), name: 'kept', description: 'also kept' };
    for (const [index, model] of models.entries()) {
      if (index > 0) record = changeType(record, models[index - 1]!, model);
      expect(record).toMatchObject({ type: model.type, name: 'kept' });
    }
  });
});
