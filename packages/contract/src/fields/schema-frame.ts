import type { SchemaNode } from '../schema-document.ts';

/** The parts of the schema documents that do not depend on the systems: status, metrics and the list of calls. */

const status: SchemaNode = { type: 'enum', symbols: ['connected', 'disconnected', 'connecting', 'inconsistent'] };
const node: SchemaNode = { type: 'string', example: 'emqx@127.0.0.1' };
const reason: SchemaNode = { type: 'string', example: 'Connection refused' };
const integer: SchemaNode = { type: 'integer' };
const string: SchemaNode = { type: 'string' };
const number: SchemaNode = { type: 'number' };

const nodeStatus: SchemaNode = { type: 'object', properties: { node, status, status_reason: reason } };

export const CONNECTOR_COMPONENTS: Readonly<Record<string, SchemaNode>> = {
  'bridge.node_status': nodeStatus,
  'connector.node_status': nodeStatus,
};

export const CHANNEL_COMPONENTS: Readonly<Record<string, SchemaNode>> = {
  'bridge.node_status': nodeStatus,
  'bridge.metrics': {
    type: 'object',
    properties: {
      dropped: integer,
      'dropped.other': integer,
      'dropped.queue_full': integer,
      'dropped.resource_not_found': integer,
      'dropped.resource_stopped': integer,
      failed: integer,
      inflight: integer,
      matched: integer,
      queuing: integer,
      rate: number,
      rate_last5m: number,
      rate_max: number,
      received: number,
      retried: integer,
      success: integer,
    },
  },
  'bridge.node_metrics': {
    type: 'object',
    properties: { node, metrics: { $ref: '#/components/schemas/bridge.metrics' } },
  },
  'actions_and_sources.response_node_status': {
    type: 'object',
    properties: { node: string, status: string, status_reason: string },
  },
  'actions_and_sources.response_summary': {
    type: 'object',
    properties: {
      type: string,
      name: string,
      enable: { type: 'boolean' },
      description: string,
      created_at: integer,
      last_modified_at: integer,
      status: string,
      status_reason: string,
      rules: { type: 'array', items: string },
      node_status: { type: 'array', items: { $ref: '#/components/schemas/actions_and_sources.response_node_status' } },
    },
  },
};

/** What an answer has beside the configuration. */
export const STATUS_PROPERTIES: Readonly<Record<string, SchemaNode>> = {
  status,
  status_reason: reason,
  node_status: { type: 'array', items: { $ref: '#/components/schemas/bridge.node_status' } },
};

type Refs = readonly (readonly [type: string, ref: string])[];

const oneOf = (refs: Refs): SchemaNode => ({ oneOf: refs.map(([, ref]) => ({ $ref: `#/components/schemas/${ref}` })) });

export function connectorPaths(refs: Refs): Record<string, unknown> {
  return {
    '/connectors': { get: { type: 'array', items: oneOf(refs) } },
    '/connectors/:id': { get: oneOf(refs), put: oneOf(refs) },
    '/connectors/:id/:operation': {},
    '/connectors/:id/enable/:enable': {},
    '/connectors_probe': {},
    '/nodes/:node/connectors/:id/:operation': {},
  };
}

export function channelPaths(kind: 'action' | 'source', refs: Refs): Record<string, unknown> {
  const all = `/${kind}s`;
  return {
    [`/${kind}_types`]: { get: { type: 'array', items: { type: 'string', enum: refs.map(([type]) => type) } } },
    [all]: { get: { type: 'array', items: oneOf(refs) } },
    [`${all}/:id`]: { get: oneOf(refs), put: oneOf(refs) },
    [`${all}/:id/:operation`]: {},
    [`${all}/:id/enable/:enable`]: {},
    [`${all}/:id/metrics`]: {
      get: {
        type: 'object',
        properties: {
          metrics: { $ref: '#/components/schemas/bridge.metrics' },
          node_metrics: { type: 'array', items: { $ref: '#/components/schemas/bridge.node_metrics' } },
        },
      },
    },
    [`${all}/:id/metrics/reset`]: {},
    [`${all}_probe`]: {},
    [`${all}_summary`]: {
      get: { type: 'array', items: { $ref: '#/components/schemas/actions_and_sources.response_summary' } },
    },
    [`/nodes/:node${all}/:id/:operation`]: {},
  };
}
