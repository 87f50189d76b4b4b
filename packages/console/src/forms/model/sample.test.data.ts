import type { SchemaDocument } from '@sluice/contract';

/** A small document with one field of every kind, in the shape of a backend's. */
export const sample: SchemaDocument = {
  info: { title: 'Sample', version: '0.2.0' },
  paths: {
    '/connectors': {
      get: {
        items: {
          oneOf: [
            { $ref: '#/components/schemas/bridge_http.get_connector' },
            { $ref: '#/components/schemas/x.get_a' },
            { $ref: '#/components/schemas/x.get_b' },
          ],
        },
        type: 'array',
      },
    },
    '/actions': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  { $ref: '#/components/schemas/bridge_http.post_bridge_v2' },
                  { $ref: '#/components/schemas/m.post_bridge_v2' },
                ],
              },
            },
          },
        },
      },
    },
    '/sources': { get: { items: { oneOf: [{ $ref: '#/components/schemas/m.get_source' }] } } },
  },
  components: {
    schemas: {
      'bridge_http.get_connector': { type: 'object', properties: { type: { type: 'enum', symbols: ['http'] } } },
      'bridge_http.post_connector': {
        type: 'object',
        required: ['name', 'type', 'url'],
        properties: {
          type: { type: 'enum', symbols: ['http'] },
          description: { type: 'string', default: '' },
          enable: { type: 'boolean', default: true },
          name: { type: 'string' },
          connect_timeout: { type: 'duration', default: '15s', minimum: '1s' },
          pool_size: { type: 'integer', default: 8, minimum: 1, maximum: 1024 },
          headers: {
            type: 'object',
            is_template: true,
            default: { accept: '*/*', 'content-type': 'application/json' },
          },
          old: { type: 'string', deprecated: true },
          ssl: { $ref: '#/components/schemas/emqx.ssl_client_opts', default: { enable: false } },
          password: { type: 'string', format: 'password' },
          authentication: {
            default: 'none',
            oneOf: [
              { $ref: '#/components/schemas/auth.basic' },
              { $ref: '#/components/schemas/auth.token' },
              { type: 'enum', symbols: ['none'] },
            ],
          },
          rows: { type: 'array', items: { $ref: '#/components/schemas/x.row' } },
          url: { type: 'string' },
          resource_opts: {
            type: 'object',
            properties: {
              query_mode: { type: 'enum', symbols: ['sync', 'async'], default: 'async' },
              inflight_window: { type: 'integer', default: 100, minimum: 1 },
              request_ttl: { default: '45s', oneOf: [{ type: 'enum', symbols: ['infinity'] }, { type: 'duration' }] },
            },
          },
        },
      },
      'auth.basic': {
        type: 'object',
        required: ['username'],
        properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
      },
      'auth.token': { type: 'object', required: ['jwt'], properties: { jwt: { type: 'string', format: 'password' } } },
      'x.row': {
        type: 'object',
        required: ['node'],
        properties: { node: { type: 'string' }, ids: { type: 'array', items: { type: 'string' } } },
      },
      'x.get_a': {
        type: 'object',
        properties: {
          type: { type: 'enum', symbols: ['x'] },
          driver: { type: 'enum', symbols: ['a'] },
          name: { type: 'string' },
          only_a: { type: 'string' },
        },
      },
      'x.get_b': {
        type: 'object',
        properties: {
          type: { type: 'enum', symbols: ['x'] },
          driver: { type: 'enum', symbols: ['b'] },
          name: { type: 'string' },
          only_b: { type: 'integer' },
        },
      },
      'emqx.ssl_client_opts': {
        type: 'object',
        properties: {
          cacertfile: { type: 'string' },
          certfile: { type: 'string' },
          ciphers: { type: 'array', items: { type: 'string' }, default: [] },
          enable: { type: 'boolean', default: false },
          keyfile: { type: 'string' },
          server_name_indication: { oneOf: [{ type: 'string' }, { type: 'enum', symbols: ['disable'] }] },
          verify: { type: 'enum', symbols: ['verify_peer', 'verify_none'], default: 'verify_none' },
        },
      },
      'bridge_http.post_bridge_v2': {
        type: 'object',
        required: ['name', 'connector', 'parameters', 'type'],
        properties: {
          type: { type: 'enum', symbols: ['http'] },
          name: { type: 'string' },
          connector: { type: 'string' },
          parameters: {
            type: 'object',
            properties: {
              body: { type: 'string', is_template: true },
              path: { type: 'string', is_template: true },
              max_retries: { type: 'integer', default: 2 },
            },
          },
        },
      },
      'm.post_bridge_v2': {
        type: 'object',
        required: ['name', 'connector', 'parameters', 'type'],
        properties: {
          type: { type: 'enum', symbols: ['mqtt'] },
          name: { type: 'string' },
          connector: { type: 'string' },
          parameters: {
            type: 'object',
            required: ['topic'],
            properties: {
              topic: { type: 'string', is_template: true },
              qos: {
                default: 1,
                oneOf: [
                  { type: 'string', is_template: true },
                  { type: 'enum', symbols: [0, 1, 2] },
                ],
              },
              retain: { default: false, oneOf: [{ type: 'string', is_template: true }, { type: 'boolean' }] },
              mystery: { type: 'never_heard_of' },
            },
          },
        },
      },
      'm.get_source': {
        type: 'object',
        required: ['name', 'connector', 'parameters', 'type'],
        properties: {
          type: { type: 'enum', symbols: ['mqtt'] },
          name: { type: 'string' },
          connector: { type: 'string' },
          parameters: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
        },
      },
    },
  },
};
