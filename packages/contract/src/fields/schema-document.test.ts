import { describe, expect, it } from 'vitest';
import { SAMPLE } from './sample-system.test-data.ts';
import { actionsDocument, connectorsDocument } from './schema-document.ts';

describe('schema documents', () => {
  const { components, paths } = connectorsDocument([SAMPLE]);

  it('have three components a record', () => {
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['sample.post_connector', 'sample.put_connector', 'sample.get_connector', 'sample.ssl']),
    );
    expect(components.schemas['sample.post_connector']?.required).toEqual(['name', 'type', 'url']);
    expect(components.schemas['sample.put_connector']?.required).toEqual(['url']);
    expect(components.schemas['sample.get_connector']?.properties).toHaveProperty('node_status');
    expect(paths['/connectors']).toEqual({
      get: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/sample.get_connector' }] } },
    });
  });

  it('describe every kind of field and leave hidden ones out', () => {
    const properties = components.schemas['sample.post_connector']?.properties ?? {};
    expect(properties.type).toMatchObject({ type: 'enum', symbols: ['sample'] });
    expect(properties.password).toMatchObject({ type: 'string', format: 'password' });
    expect(properties.timeout).toMatchObject({ type: 'duration', minimum: '1s', default: '15s' });
    expect(properties.old).toMatchObject({ deprecated: true });
    expect(properties.quiet).toBeUndefined();
    expect(properties.ssl).toMatchObject({ $ref: '#/components/schemas/sample.ssl', default: { enable: false } });
    expect(properties.qos).toMatchObject({
      default: 1,
      oneOf: [
        { type: 'enum', symbols: [0, 1, 2] },
        { type: 'string', is_template: true },
      ],
    });
    expect(properties.url?.['x-sluice']).toEqual({ label: { en: 'URL', zh: 'URL' }, format: 'url' });
  });

  it('list sources only where a system has them', () => {
    const document = actionsDocument([SAMPLE]);
    expect(document.paths['/action_types']).toMatchObject({ get: { items: { enum: ['sample'] } } });
    expect(document.paths['/source_types']).toMatchObject({ get: { items: { enum: [] } } });
    expect(document.components.schemas['sample.post_bridge_v2']?.required).toEqual([
      'connector',
      'name',
      'parameters',
      'type',
    ]);
  });
});
