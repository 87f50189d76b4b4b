import type { SchemaDocument } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { buildSettingsForm } from './build.ts';
import { nodeOfValues, settingsNode, withTexts } from './settings-schema.ts';

/** As EMQX describes its zone: the answer is an object in place, its parts are references. */
const document: SchemaDocument = {
  info: { title: 'Hot Conf Schema', version: '0.2.0' },
  paths: {
    '/configs/global_zone': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { mqtt: { $ref: '#/components/schemas/broker.mqtt' } } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      'broker.mqtt': {
        type: 'object',
        properties: {
          max_packet_size: { type: 'byteSize', default: '1MB' },
          max_inflight: { type: 'integer', minimum: 1, maximum: 65535, default: 32 },
          retain_available: { type: 'boolean', default: true },
          server_keepalive: {
            oneOf: [{ type: 'integer' }, { type: 'enum', symbols: ['disabled'] }],
            default: 'disabled',
          },
          max_mqueue_len: { oneOf: [{ type: 'integer' }, { type: 'enum', symbols: ['infinity'] }], default: 1000 },
        },
      },
    },
  },
};
const keys = (kind: 'mqtt' | 'session') =>
  buildSettingsForm(document, settingsNode(document, '/configs/global_zone', 'mqtt')!, kind, 'edit').fields.map(
    (field) => field.key,
  );

describe('the object behind a settings page', () => {
  it('is found in the document; mqtt hides what session shows', () => {
    expect(keys('mqtt').sort()).toEqual(['max_packet_size', 'retain_available', 'server_keepalive']);
    expect(keys('session').sort()).toEqual(['max_inflight', 'max_mqueue_len']);
    expect(settingsNode(document, '/configs/other', 'mqtt')).toBeUndefined();
  });
  it('is told from its values where no document describes it', () => {
    const node = nodeOfValues({
      a: '15s',
      b: '1MB',
      c: '80%',
      d: true,
      e: 3,
      f: 1.5,
      g: ['x'],
      h: 'text',
      i: { j: 1 },
    });
    const types = Object.entries(node.properties ?? {}).map(([key, { type }]) => `${key} ${type}`);
    expect(types).toEqual([
      'a duration',
      'b byteSize',
      'c percent',
      'd boolean',
      'e integer',
      'f number',
      'g array',
      'h string',
      'i object',
    ]);
    const form = buildSettingsForm(document, node, 'cluster', 'view');
    expect(form.groups.map((group) => group.kind)).toEqual(['basic', 'object']);
    expect(form.tabs).toBe(true);
  });
  it('gets our words', () => {
    const node = withTexts(nodeOfValues({ max_inflight: 1 }), { max_inflight: [{ en: 'In flight', zh: '在途' }] });
    expect(buildSettingsForm(document, node, 'session', 'view').fields[0]?.label.en).toBe('In flight');
  });
});
