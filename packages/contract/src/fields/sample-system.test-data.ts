import type { SystemSpec } from './language.ts';

const text = (en: string) => ({ en, zh: en });

/** A made-up system that uses every kind of field, for the tests of this folder. */
export const SAMPLE: SystemSpec = {
  type: 'sample',
  label: text('Sample'),
  summary: text('Only for tests'),
  connector: {
    ref: 'sample.%_connector',
    fields: {
      url: { type: 'string', format: 'url', required: true, label: text('URL') },
      server: { type: 'string', format: 'server', label: text('Server') },
      password: { type: 'string', secret: true, label: text('Password') },
      pool_size: { type: 'integer', minimum: 1, default: 8, label: text('Pool') },
      weight: { type: 'number', minimum: 0, maximum: 1, label: text('Weight') },
      timeout: { type: 'duration', minimum: '1s', default: '15s', label: text('Timeout') },
      buffer: { type: 'byteSize', maximum: '1GB', label: text('Buffer') },
      mode: { type: 'enum', symbols: ['random', 'hash'], default: 'random', label: text('Mode') },
      qos: {
        type: 'union',
        default: 1,
        label: text('QoS'),
        variants: [
          { type: 'enum', symbols: [0, 1, 2], label: text('QoS') },
          { type: 'string', template: true, format: 'code', label: text('QoS') },
        ],
      },
      headers: { type: 'map', default: {}, secretKeys: ['x-api-key'], label: text('Headers') },
      ids: { type: 'array', default: [], items: { type: 'string', label: text('Id') }, label: text('Ids') },
      old: { type: 'integer', deprecated: true, default: 3, label: text('Old') },
      quiet: { type: 'boolean', hidden: true, default: true, label: text('Quiet') },
      authentication: {
        type: 'union',
        default: 'none',
        label: text('Authentication'),
        variants: [
          {
            type: 'object',
            ref: 'sample.auth_token',
            label: text('Token'),
            fields: { jwt: { type: 'string', secret: true, required: true, label: text('JWT') } },
          },
          {
            type: 'object',
            ref: 'sample.auth_basic',
            label: text('Basic'),
            fields: {
              username: { type: 'string', required: true, label: text('User') },
              password: { type: 'string', secret: true, required: true, label: text('Password') },
            },
          },
          { type: 'enum', symbols: ['none'], label: text('None') },
        ],
      },
      ssl: {
        type: 'object',
        ref: 'sample.ssl',
        default: { enable: false },
        label: text('TLS'),
        fields: {
          enable: { type: 'boolean', default: false, label: text('Enable') },
          depth: { type: 'integer', default: 10, minimum: 0, label: text('Depth') },
          password: { type: 'string', secret: true, label: text('Key password') },
        },
      },
    },
  },
  action: {
    ref: 'sample.%_bridge_v2',
    fields: {
      parameters: {
        type: 'object',
        ref: 'sample.parameters',
        required: true,
        label: text('Parameters'),
        fields: {
          topic: { type: 'string', template: true, format: 'topic_name', required: true, label: text('Topic') },
        },
      },
    },
  },
};
