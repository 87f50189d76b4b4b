import { AUDIT_OBJECTS, AUDIT_VERBS, zeroActionMetrics, zeroRuleMetrics } from '@sluice/contract';
import type { Route } from './route.ts';

/** JSON schemas of the answers. Every object may have more fields than are named: clients must take that. */
type JsonSchema = Readonly<Record<string, unknown>>;

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer' };
const number: JsonSchema = { type: 'number' };
const flag: JsonSchema = { type: 'boolean' };
const anything: JsonSchema = {};
const open: JsonSchema = { type: 'object' };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const byId = (value: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: value });
const ref = (name: keyof typeof COMPONENTS): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const oneOf = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** All named fields are there, but for those whose name ends with `?`. */
function record(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema]),
  );
  return { type: 'object', required, properties };
}

const meta = record({ page: whole, limit: whole, hasnext: flag, 'count?': whole });
const page = (row: JsonSchema): JsonSchema => record({ data: list(row), meta });
const counters = (zero: object): JsonSchema =>
  record(Object.fromEntries(Object.keys(zero).map((name) => [name, number])));
const nodeStatus = record({ node: text, status: text, 'status_reason?': text });
const status = { status: text, node_status: list(nodeStatus), 'status_reason?': text, 'status_raw?': text };
const identity = { type: text, name: text };
const loops = list(record({ rules: list(text) }));
const authenticator = record({ id: text, mechanism: text, backend: text, enable: flag, anonymous: text });
const permission = record({ topic: text, action: text, permission: text });

/** Shapes that several answers have. */
export const COMPONENTS = {
  Connector: record({
    ...identity,
    ...status,
    actions: list(text),
    sources: list(text),
    'enable?': flag,
    'loops?': loops,
  }),
  Channel: record({
    ...identity,
    ...status,
    rules: list(text),
    connector: text,
    created_at: whole,
    last_modified_at: whole,
    'loops?': loops,
  }),
  ChannelSummary: record({ ...identity, ...status, rules: list(text), created_at: whole, last_modified_at: whole }),
  ChannelMetrics: counters(zeroActionMetrics()),
  RuleMetrics: counters(zeroRuleMetrics()),
  Rule: record({
    id: text,
    name: text,
    sql: text,
    from: list(text),
    actions: list({ anyOf: [text, record({ function: text })] }),
    enable: flag,
    description: text,
    created_at: text,
    last_modified_at: text,
  }),
  Webhook: record({
    name: text,
    complete: flag,
    missing: list(text),
    enable: flag,
    description: text,
    url: text,
    status: text,
    status_reason: text,
    connector: orNull(open),
    action: orNull(open),
    rule: orNull({ $ref: '#/components/schemas/Rule' }),
  }),
  User: record({ username: text, role: text, description: text, enable: flag, backend: text }),
  ApiKey: record({
    name: text,
    api_key: text,
    desc: text,
    enable: flag,
    role: text,
    created_at: text,
    expired_at: text,
    expired: flag,
    'api_secret?': { ...text, description: 'Shown once, when the key is made' },
  }),
  Node: record({ node: text, node_status: text, role: text, version: text, uptime: whole, connections: whole }),
  Client: record({ clientid: text, connected: flag, proto_ver: whole }),
  Subscription: record({ clientid: text, topic: text, qos: whole }),
  Retained: record({ topic: text, qos: whole, 'payload?': { ...text, description: 'base64' } }),
  Trace: record({ name: text, type: text, status: text }),
  AuditEntry: record({
    id: whole,
    at: { ...text, description: 'RFC 3339' },
    who: record({ kind: oneOf('user', 'api_key', 'system'), name: text, 'from?': text }),
    verb: oneOf(...AUDIT_VERBS),
    object: record({ type: oneOf(...AUDIT_OBJECTS), 'scope?': text, 'id?': text, 'count?': whole }),
    actor: text,
    action: text,
    target: text,
    'before?': anything,
    'after?': anything,
  }),
  DeadLetter: record({
    id: text,
    action: text,
    reason: text,
    at: whole,
    receivedAt: whole,
    attempts: whole,
    rule: { ...text, description: 'Id of the rule it came from' },
    topic: { ...text, description: 'Of the message that the rule saw; empty for an event without one' },
    preview: { ...text, description: 'Beginning of the body, on one line; bytes that are no text in hexadecimal' },
    request: anything,
    'message?': text,
    'raw?': text,
    'code?': { ...text, description: 'Stable name of why; `data` holds what the sentence mentions' },
    'data?': anything,
  }),
  Plan: record({
    steps: list(record({ verb: text, kind: text, id: text, fields: list(text) })),
    missing: list(text),
    applied: flag,
  }),
  ProbeReport: record({ ok: flag, stages: list(record({ stage: text, outcome: text })) }),
  Metrics: { type: 'object', additionalProperties: { type: ['number', 'string'] } },
} as const;

/** What a call gives when it went well: the schema of its JSON, or the type of what is no JSON. */
type Gives = JsonSchema | { readonly content: string };
type Success = Readonly<Record<number, Gives | null>>;

const ok = (gives: Gives): Success => ({ 200: gives });
const made = (gives: Gives): Success => ({ 201: gives });
const done: Success = { 204: null };
const perNode = (schema: JsonSchema, query = list(schema)): Success => ok({ anyOf: [query, schema] });

const unpublished = record({ reason_code: whole, message: text });
const failure: JsonSchema = { $ref: '#/components/schemas/Error' };

const PERMISSIONS = '/authorization/sources/built_in_database/rules';
const permissionsOf = (who: string) => record({ [who]: text, rules: list(permission) });

const RESOURCES = Object.fromEntries(
  (['connector', 'action', 'source'] as const).flatMap((kind): [string, Success][] => {
    const one = ref(kind === 'connector' ? 'Connector' : 'Channel');
    return [
      [`GET /${kind}s`, ok(list(one))],
      [`POST /${kind}s`, made(one)],
      [`GET /${kind}s/:id`, ok(one)],
      [`PUT /${kind}s/:id`, ok(one)],
      [`DELETE /${kind}s/:id`, done],
      [`PUT /${kind}s/:id/enable/:enable`, done],
      [`POST /${kind}s/:id/:operation`, done],
      [`POST /nodes/:node/${kind}s/:id/:operation`, done],
      [`POST /${kind}s_probe`, done],
      [`GET /${kind}s_summary`, ok(list(ref('ChannelSummary')))],
      [`GET /${kind}_types`, ok(list(text))],
      [`GET /${kind}s/:id/metrics`, ok(measured(ref('ChannelMetrics')))],
      [`PUT /${kind}s/:id/metrics/reset`, done],
    ];
  }),
);

function measured(metrics: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return record({ ...more, metrics, node_metrics: list(record({ node: text, metrics })) });
}

const ANSWERS: Readonly<Record<string, Success>> = {
  ...RESOURCES,
  'POST /login': ok(record({ token: text, version: text, role: text, license: record({ edition: text }) })),
  'POST /logout': done,
  'GET /users': ok(list(ref('User'))),
  'POST /users': ok(ref('User')),
  'GET /users/:username': ok(ref('User')),
  'PUT /users/:username': ok(ref('User')),
  'DELETE /users/:username': done,
  'POST /users/:username/change_pwd': done,
  'GET /api_key': ok(list(ref('ApiKey'))),
  'POST /api_key': ok(ref('ApiKey')),
  'GET /api_key/:name': ok(ref('ApiKey')),
  'PUT /api_key/:name': ok(ref('ApiKey')),
  'DELETE /api_key/:name': done,
  'GET /rules': ok(page(ref('Rule'))),
  'POST /rules': made(ref('Rule')),
  'GET /rules/:id': ok(ref('Rule')),
  'PUT /rules/:id': ok(ref('Rule')),
  'DELETE /rules/:id': done,
  'GET /rules/:id/metrics': ok(measured(ref('RuleMetrics'), { id: text })),
  'PUT /rules/:id/metrics/reset': done,
  'POST /rule_test': ok({
    description: 'The output: an object, or a list of them for FOREACH',
    type: ['object', 'array'],
  }),
  'POST /rules/:id/test': ok({ description: 'ok for each output', type: ['object', 'array'] }),
  'GET /rule_events': ok(
    list(
      record({
        event: text,
        title: open,
        description: open,
        columns: list(text),
        test_columns: open,
        sql_example: text,
      }),
    ),
  ),
  'GET /rule_engine': ok(record({ ignore_sys_message: flag, jq_function_default_timeout: whole })),
  'PUT /rule_engine': ok(record({ ignore_sys_message: flag, jq_function_default_timeout: whole })),
  'GET /schemas': ok(list(text)),
  'GET /schemas/:name': ok(record({ info: open, paths: open, components: open })),
  'GET /nodes': ok(list(ref('Node'))),
  'GET /nodes/:node': ok(ref('Node')),
  'GET /cluster': ok(record({ name: text, nodes: list(text), self: text })),
  'GET /status': ok({ content: 'text/plain' }),
  'GET /stats': perNode(ref('Metrics')),
  'GET /nodes/:node/stats': ok(ref('Metrics')),
  'GET /metrics': perNode(ref('Metrics')),
  'GET /nodes/:node/metrics': ok(ref('Metrics')),
  'GET /monitor_current': ok(ref('Metrics')),
  'GET /monitor_current/nodes/:node': ok(ref('Metrics')),
  'GET /monitor': ok(list(byId(number))),
  'GET /listeners': ok(list(record({ id: text, type: text, bind: text, anonymous: text, node_status: list(open) }))),
  'GET /listeners/:id': ok(record({ id: text, type: text, bind: text, anonymous: text })),
  'GET /clients': ok(page(ref('Client'))),
  'POST /clients/kickout/bulk': done,
  'GET /clients/:clientid': ok(ref('Client')),
  'DELETE /clients/:clientid': done,
  'GET /clients/:clientid/subscriptions': ok(list(ref('Subscription'))),
  'GET /subscriptions': ok(page(ref('Subscription'))),
  'GET /topics': ok(page(record({ topic: text, node: text }))),
  'GET /topics/:topic': ok({ anyOf: [list(open), open] }),
  'GET /mqtt/retainer/messages': ok(page(ref('Retained'))),
  'DELETE /mqtt/retainer/messages': done,
  'GET /mqtt/retainer/message/:topic': ok(ref('Retained')),
  'DELETE /mqtt/retainer/message/:topic': done,
  'GET /authentication': ok(list(authenticator)),
  'GET /authentication/:id': ok(authenticator),
  'GET /authentication/:id/status': ok(record({ status: text })),
  'GET /authentication/:id/users': ok(page(record({ user_id: text, is_superuser: flag }))),
  'POST /authentication/:id/users': made(record({ user_id: text, is_superuser: flag })),
  'GET /authentication/:id/users/:user_id': ok(record({ user_id: text, is_superuser: flag })),
  'PUT /authentication/:id/users/:user_id': ok(record({ user_id: text, is_superuser: flag })),
  'DELETE /authentication/:id/users/:user_id': done,
  'GET /authorization/sources': ok(record({ sources: list(record({ type: text })) })),
  'GET /authorization/sources/:type': ok(record({ type: text })),
  'GET /authorization/settings': ok(record({ no_match: text, deny_action: text })),
  'PUT /authorization/settings': ok(record({ no_match: text, deny_action: text })),
  [`GET ${PERMISSIONS}/all`]: ok(record({ rules: list(permission) })),
  [`POST ${PERMISSIONS}/all`]: done,
  [`DELETE ${PERMISSIONS}/all`]: done,
  [`GET ${PERMISSIONS}/clients`]: ok(page(permissionsOf('clientid'))),
  [`POST ${PERMISSIONS}/clients`]: done,
  [`GET ${PERMISSIONS}/clients/:clientid`]: ok(permissionsOf('clientid')),
  [`PUT ${PERMISSIONS}/clients/:clientid`]: done,
  [`DELETE ${PERMISSIONS}/clients/:clientid`]: done,
  [`GET ${PERMISSIONS}/users`]: ok(page(permissionsOf('username'))),
  [`POST ${PERMISSIONS}/users`]: done,
  [`GET ${PERMISSIONS}/users/:username`]: ok(permissionsOf('username')),
  [`PUT ${PERMISSIONS}/users/:username`]: done,
  [`DELETE ${PERMISSIONS}/users/:username`]: done,
  'GET /banned': ok(page(record({ as: text, who: text }))),
  'POST /banned': ok(record({ as: text, who: text })),
  'DELETE /banned': done,
  'DELETE /banned/:as/:who': done,
  'GET /alarms': ok(page(record({ name: text, message: text }))),
  'DELETE /alarms': done,
  'GET /error_codes': ok(list(record({ code: text, description: text }))),
  'GET /error_codes/:code': ok(record({ code: text, description: text })),
  'GET /prometheus/stats': ok({ content: 'text/plain' }),
  'GET /telemetry/status': ok(record({ enable: flag })),
  'PUT /telemetry/status': ok(record({ enable: flag })),
  'GET /sso/running': ok(list(text)),
  'GET /configs/global_zone': ok(open),
  'GET /bridges': ok(list(open)),
  'GET /trace': ok(list(ref('Trace'))),
  'POST /trace': ok(ref('Trace')),
  'DELETE /trace': done,
  'DELETE /trace/:name': done,
  'PUT /trace/:name/stop': ok(ref('Trace')),
  'GET /trace/:name/log_detail': ok(list(record({ node: text, size: whole, mtime: whole }))),
  'GET /trace/:name/log': ok(record({ items: text, meta: record({ position: whole, bytes: whole }) })),
  'GET /trace/:name/download': ok({ content: 'application/octet-stream' }),
  'POST /publish': { 200: record({ id: text }), 202: unpublished, 400: { anyOf: [failure, unpublished] } },
  'POST /publish/bulk': { 200: list(open), 202: list(open) },
  'GET /sluice/capabilities': ok(record({ product: text, version: text, backend: text, features: list(text) })),
  'POST /sluice/probe': ok(ref('ProbeReport')),
  'POST /sluice/rehearse': ok(record({ kind: text, loops })),
  'POST /sluice/loops': ok(record({ loops })),
  'GET /sluice/webhooks': ok(list(ref('Webhook'))),
  'POST /sluice/webhooks': made(ref('Webhook')),
  'GET /sluice/webhooks/:name': ok(ref('Webhook')),
  'PUT /sluice/webhooks/:name': ok(ref('Webhook')),
  'DELETE /sluice/webhooks/:name': done,
  'GET /sluice/export': ok({ content: 'application/yaml' }),
  'POST /sluice/apply': ok(ref('Plan')),
  'GET /sluice/audit': ok(page(ref('AuditEntry'))),
  'GET /sluice/dead_letters': ok(page(ref('DeadLetter'))),
  'POST /sluice/dead_letters/resend': ok(
    record({
      count: { ...whole, description: 'How many wait in their buffers now, each as a new message' },
      failed: list(record({ id: text, code: text, message: text, 'data?': anything, 'raw?': text })),
      'sent?': list(
        record({ id: text, state: text, 'code?': text, 'message?': text, 'data?': anything, 'raw?': text }),
      ),
    }),
  ),
  'POST /sluice/dead_letters/delete': ok(record({ count: whole })),
  'GET /sluice/rules_metrics': ok(byId(ref('RuleMetrics'))),
  'GET /sluice/channels_metrics': ok(
    record({ actions: byId(ref('ChannelMetrics')), sources: byId(ref('ChannelMetrics')) }),
  ),
  'GET /sluice/history': ok(record({ times: list(whole), rates: byId(list(orNull(number))) })),
  'GET /sluice/tap': ok({ content: 'text/event-stream' }),
  'GET /sluice/rules/:id/tap': ok(record({ records: list(open), cursor: whole })),
};

/** The `responses` of a call that went well, and those failures that have a form of their own. */
export function successOf({ method, path }: Pick<Route, 'method' | 'path'>): Record<string, JsonSchema> | undefined {
  const success = ANSWERS[`${method} ${path}`];
  if (success === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(success).map(([code, gives]) => {
      if (gives === null) return [code, { description: 'Done' }];
      const content =
        'content' in gives ? { [String(gives.content)]: { schema: text } } : { 'application/json': { schema: gives } };
      return [code, { description: code === '201' ? 'Created' : code < '400' ? 'Done' : 'Refused', content }];
    }),
  );
}
