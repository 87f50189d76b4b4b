import { describe, expect, it } from 'vitest';
import { buildForm, buildSettingsForm } from './build.ts';
import { recordsOf, typesOf } from './document.ts';
import { sample } from './sample.test.data.ts';
import type { Field, FormModel } from './types.ts';

function form(kind: 'connector' | 'action' | 'source', type: string, mode: 'create' | 'edit' = 'create'): FormModel {
  const model = buildForm(sample, { kind, type, mode });
  if (model === undefined) throw new Error(`no form for ${type}`);
  return model;
}
const keys = (fields: readonly Field[]) => fields.map((field) => field.key);
const field = (model: FormModel, key: string) => model.fields.find((one) => one.key === key)!;

describe('finding a type in a document', () => {
  it('follows the oneOf of the collection, in GET and POST form', () => {
    expect(typesOf(sample, 'connector')).toEqual(['http', 'x']);
    expect(typesOf(sample, 'action')).toEqual(['http', 'mqtt']);
    expect(typesOf(sample, 'source')).toEqual(['mqtt']);
  });

  it('prefers what may be sent to what is answered', () => {
    expect(recordsOf(sample, 'connector', 'http')[0]?.properties).toHaveProperty('url');
  });

  it('knows nothing of an unknown type', () => {
    expect(buildForm(sample, { kind: 'connector', type: 'nope', mode: 'create' })).toBeUndefined();
  });
});

describe('from schema to form', () => {
  it('orders basic, objects, advanced; hides what is no field', () => {
    const model = form('connector', 'http');
    expect(model.groups.map((group) => group.kind)).toEqual(['basic', 'object', 'advanced']);
    expect(keys(model.groups[0]!.fields)).toEqual([
      'name',
      'description',
      'url',
      'password',
      'authentication',
      'headers',
      'rows',
    ]);
    expect(keys(model.groups[2]!.fields)).toEqual([
      'query_mode',
      'inflight_window',
      'request_ttl',
      'pool_size',
      'connect_timeout',
    ]);
  });

  it('picks widgets by type', () => {
    const model = form('connector', 'http');
    expect(Object.fromEntries(model.fields.map((one) => [one.key, one.widget]))).toEqual({
      name: 'text',
      description: 'text',
      url: 'text',
      password: 'password',
      authentication: 'choice',
      headers: 'map',
      rows: 'table',
      ssl: 'ssl',
      query_mode: 'enum',
      inflight_window: 'number',
      request_ttl: 'switchable',
      pool_size: 'number',
      connect_timeout: 'duration',
    });
  });

  it('gives wide fields the whole row', () => {
    const model = form('connector', 'http');
    expect(model.fields.filter((one) => one.span === 24).map((one) => one.key)).toEqual([
      'url',
      'authentication',
      'headers',
      'rows',
      'ssl',
    ]);
  });

  it('turns a template with symbols into a choice that also takes a template', () => {
    const model = form('action', 'mqtt');
    expect(field(model, 'qos')).toMatchObject({ widget: 'enum', custom: 'template' });
    expect(field(model, 'retain')).toMatchObject({ widget: 'enum', custom: 'template' });
    expect(field(model, 'topic')).toMatchObject({ widget: 'text', rule: 'topic_name', template: true, required: true });
  });

  it('knows a subscription from a publication', () => {
    expect(field(form('source', 'mqtt'), 'topic')).toMatchObject({ rule: 'topic_filter' });
  });

  it('keeps a field of a type it has never seen, as JSON, with a label from its key', () => {
    expect(field(form('action', 'mqtt'), 'mystery')).toMatchObject({ widget: 'json', label: { en: 'Mystery' } });
  });

  it('locks the name of an existing object', () => {
    expect(field(form('connector', 'http', 'edit'), 'name').locked).toBe(true);
    expect(field(form('connector', 'http'), 'name').locked).toBe(false);
  });

  it('merges flavours that a symbol tells apart', () => {
    const model = form('connector', 'x');
    expect(field(model, 'driver')).toMatchObject({ widget: 'enum', options: [{ value: 'a' }, { value: 'b' }] });
    expect(field(model, 'only_b').visibleWhen).toEqual([{ path: ['driver'], oneOf: ['b'] }]);
    expect(field(model, 'name').visibleWhen).toBeUndefined();
  });

  it('checks the certificate of a broker, not of a web server', () => {
    const ssl = field(form('connector', 'http'), 'ssl');
    expect(ssl.widget === 'ssl' && keys(ssl.fields)).toEqual([
      'enable',
      'verify',
      'server_name_indication',
      'certfile',
      'keyfile',
      'cacertfile',
    ]);
    expect(ssl.widget === 'ssl' && ssl.fields[1]?.default).toBe('verify_none');
  });
});

describe('forms of settings', () => {
  const node = {
    type: 'object',
    properties: {
      discovery_strategy: { type: 'enum', symbols: ['manual', 'static'], default: 'manual' },
      max_inflight: { type: 'integer', default: 32 },
      max_packet_size: { type: 'byteSize', default: '1MB' },
      static: { type: 'object', properties: { seeds: { type: 'array', items: { type: 'string' } } } },
    },
  };
  const settings = (kind: 'cluster' | 'mqtt' | 'session' | 'plain') => buildSettingsForm(sample, node, kind, 'edit');

  it('shows of a session only what belongs to it, and elsewhere not', () => {
    expect(keys(settings('session').fields)).toEqual(['max_inflight']);
    expect(keys(settings('mqtt').fields)).not.toContain('max_inflight');
    expect(settings('session').tabs).toBe(false);
  });

  it('gives each object a tab, after the basic one', () => {
    const model = settings('cluster');
    expect(model.tabs).toBe(true);
    expect(model.groups.map((group) => group.kind)).toEqual(['basic', 'object']);
    expect(field(model, 'discovery_strategy')).toMatchObject({ widget: 'enum' });
  });
});
