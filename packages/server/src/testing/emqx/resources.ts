import { connect } from 'node:net';
import { checkBody, starred, unstarred } from './check.ts';
import { bodySchemas, type Document } from './documents.ts';
import { EMPTY, give, invalid, isObject, type Reply, type Request, refuse } from './reply.ts';

export type Kind = 'connectors' | 'actions' | 'sources';

/** How one node sees an object. */
export interface NodeStatus {
  readonly node: string;
  readonly status: string;
  readonly status_reason?: string;
}

interface Stored {
  readonly kind: Kind;
  readonly type: string;
  readonly name: string;
  readonly config: Record<string, unknown>;
  status: string;
  reason: string;
  /** What single nodes see otherwise. */
  readonly overrides: Map<string, Omit<NodeStatus, 'node'>>;
  readonly counters: Record<string, number>;
}

const COUNTERS = ['matched', 'success', 'failed', 'queuing', 'queuing_bytes', 'inflight', 'retried', 'late_reply']
  .concat('received', 'dropped', 'dropped.expired', 'dropped.other', 'dropped.queue_full')
  .concat('dropped.resource_not_found', 'dropped.resource_stopped', 'rate', 'rate_last5m', 'rate_max');

const zeroes = (): Record<string, number> => Object.fromEntries(COUNTERS.map((name) => [name, 0]));
const NAME = /^[0-9A-Za-z][0-9A-Za-z_-]*$/;
const BAD_NAME =
  'Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters.';

/** Can something be reached there? What a status of this stand-in says. */
function reach(config: Readonly<Record<string, unknown>>): Promise<boolean> {
  const text = [config.url, config.server, config.servers, config.bootstrap_hosts, config.endpoint].find(
    (field) => typeof field === 'string',
  );
  const [, host, port = '80'] = /^(?:[\w+]+:\/\/)?([\w.-]+)(?::(\d+))?/.exec(String(text ?? '127.0.0.1:1')) ?? [];
  return new Promise((resolve) => {
    const socket = connect({ host: host ?? '127.0.0.1', port: Number(port), timeout: 1000 });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
  });
}

export interface Resources {
  readonly all: Stored[];
  answer(kind: Kind, request: Request): Promise<Reply>;
  probe(kind: Kind, body: unknown): Promise<Reply>;
  summary(kind: Kind): Reply;
  types(kind: Kind): readonly string[];
  find(kind: Kind, id: string): Stored | undefined;
  /** Puts something there that no check has seen: what a newer broker would have. */
  plant(kind: Kind, type: string, name: string, config: Record<string, unknown>): void;
}

interface Surroundings {
  readonly nodes: readonly string[];
  readonly documents: { readonly connectors: Document; readonly actions: Document };
  /** Ids of the rules that use an action or source. */
  rulesUsing(kind: Kind, id: string): readonly string[];
  /** Takes an action out of the rules that use it. */
  unlink(id: string): void;
}

export function createResources({ nodes, documents, rulesUsing, unlink }: Surroundings): Resources {
  const all: Stored[] = [];
  const documentOf = (kind: Kind): Document => (kind === 'connectors' ? documents.connectors : documents.actions);
  const schemas = (kind: Kind, method: 'post' | 'put') => bodySchemas(documentOf(kind), kind, method);
  const word = (kind: Kind): string => (kind === 'connectors' ? 'connector' : 'bridge');
  const find = (kind: Kind, id: string) => all.find((one) => one.kind === kind && `${one.type}:${one.name}` === id);
  const channels = (kind: Kind, { type, name }: Stored) =>
    all.filter((one) => one.kind === kind && one.type === type && one.config.connector === name);

  function record(one: Stored): Record<string, unknown> {
    const channel = one.kind !== 'connectors';
    const reasonOf = (reason: string) => (channel || reason !== '' ? { status_reason: reason } : {});
    const node_status = nodes.map((node) => {
      const own = one.overrides.get(node);
      const seen = own === undefined ? { status: one.status, ...reasonOf(one.reason) } : { ...reasonOf(''), ...own };
      return { node, ...seen };
    });
    const statuses = new Set(node_status.map(({ status }) => status));
    const id = `${one.type}:${one.name}`;
    return {
      type: one.type,
      name: one.name,
      ...(starred(one.config) as object),
      status: statuses.size > 1 ? 'inconsistent' : one.status,
      ...reasonOf(one.reason),
      node_status,
      ...(channel
        ? { rules: rulesUsing(one.kind, id), error: one.reason }
        : {
            actions: channels('actions', one).map(({ name }) => name),
            sources: channels('sources', one).map(({ name }) => name),
          }),
    };
  }

  /** Looks again whether the other side is there. */
  async function refresh(one: Stored): Promise<void> {
    one.overrides.clear();
    const connector =
      one.kind === 'connectors' ? one : find('connectors', `${one.type}:${String(one.config.connector)}`);
    const enabled = one.config.enable !== false && connector?.config.enable !== false;
    const there = enabled && (await reach(connector?.config ?? {}));
    one.status = there ? 'connected' : enabled ? 'disconnected' : 'stopped';
    one.reason = there || !enabled ? '' : 'Connection refused';
    for (const channel of one.kind === 'connectors' ? [...channels('actions', one), ...channels('sources', one)] : []) {
      await refresh(channel);
    }
  }

  function checkType(kind: Kind, body: unknown): Reply | undefined {
    const { type } = isObject(body) ? body : {};
    if (type === undefined) return invalid({ reason: 'matched_no_union_member', path: 'root', mismatches: {} });
    if (!schemas(kind, 'post').has(String(type)) || typeof type !== 'string') {
      return invalid({ value: type, reason: `unknown ${word(kind)} type`, path: 'root', field_name: 'type' });
    }
    return undefined;
  }

  function checkName(name: unknown): Reply | undefined {
    if (typeof name === 'number') return refuse(500, 'INTERNAL_ERROR', 'error, function_clause, []');
    if (name === '') return invalid({ reason: 'Name cannot be empty string' });
    if (typeof name === 'string' && name.length >= 255) return invalid({ reason: 'Name length must be less than 255' });
    if (typeof name === 'string' && !NAME.test(name)) return invalid({ reason: `${BAD_NAME} Got: ${name}` });
    return undefined;
  }

  function checkContent(type: string, config: Record<string, unknown>): Reply | undefined {
    const { url } = config;
    if (url !== undefined && !/^https?:\/\//.test(String(url)))
      return invalid({ reason: `Missing scheme in URL: ${url}` });
    const { server, parameters } = config;
    if (type === 'mqtt' && /:.*:/.test(String(server ?? '')))
      return invalid({ value: server, reason: 'bad_host_port' });
    const { topic } = isObject(parameters) ? parameters : {};
    return topic === '' ? invalid({ reason: 'topic_is_empty', path: 'root.parameters.topic' }) : undefined;
  }

  function checked(kind: Kind, method: 'post' | 'put', type: string, body: unknown): Reply | Record<string, unknown> {
    const schema = schemas(kind, method).get(type);
    if (schema === undefined) return invalid({ reason: 'unknown type', path: 'root', value: type });
    const result = checkBody(schema, body, documentOf(kind));
    if ('fault' in result) return invalid(result.fault);
    const config = result.value as Record<string, unknown>;
    return checkContent(type, config) ?? { config };
  }

  async function create(kind: Kind, body: unknown): Promise<Reply> {
    const bad = checkType(kind, body) ?? checkName((body as { name?: unknown }).name);
    if (bad !== undefined) return bad;
    const { type: given } = body as { type: string };
    const made = checked(kind, 'post', given, body);
    if ('status' in made) return made as Reply;
    const { type, name, ...config } = made.config as { type: string; name: string } & Record<string, unknown>;
    if (find(kind, `${type}:${name}`) !== undefined)
      return refuse(400, 'ALREADY_EXISTS', `${word(kind)} already exists`);
    const missing = kind !== 'connectors' && find('connectors', `${type}:${String(config.connector)}`) === undefined;
    if (missing) return refuse(400, 'BAD_REQUEST', `{connector_not_found_or_wrong_type,#{connector_name => ...}}`);
    const times = kind === 'connectors' ? {} : { created_at: Date.now(), last_modified_at: Date.now() };
    const counters = zeroes();
    const one: Stored = {
      kind,
      type,
      name,
      config: { ...config, ...times },
      status: '',
      reason: '',
      overrides: new Map(),
      counters,
    };
    all.push(one);
    await refresh(one);
    return give(record(one), 201);
  }

  async function update(one: Stored, body: unknown): Promise<Reply> {
    const made = checked(one.kind, 'put', one.type, unstarred(body, one.config));
    if ('status' in made) return made as Reply;
    const connector = `${one.type}:${String((made.config as { connector?: unknown }).connector)}`;
    if (one.kind !== 'connectors' && find('connectors', connector) === undefined) {
      return refuse(400, 'BAD_REQUEST', '{connector_not_found_or_wrong_type,#{}}');
    }
    const { created_at } = one.config;
    for (const key of Object.keys(one.config)) delete one.config[key];
    Object.assign(
      one.config,
      made.config,
      created_at === undefined ? {} : { created_at, last_modified_at: Date.now() },
    );
    await refresh(one);
    return give(record(one));
  }

  function remove(one: Stored, query: URLSearchParams): Reply {
    const id = `${one.type}:${one.name}`;
    if (one.kind === 'connectors' && channels('actions', one).length + channels('sources', one).length > 0) {
      const text = 'Cannot delete connector while there are active channels defined for this connector';
      return refuse(400, 'BAD_REQUEST', `{<<"${text}">>,[]}`);
    }
    const rules = one.kind === 'connectors' ? [] : rulesUsing(one.kind, id);
    if (rules.length > 0 && query.get('also_delete_dep_actions') !== 'true') {
      return refuse(400, 'BAD_REQUEST', 'Cannot delete action while active rules are depending on it', { rules });
    }
    unlink(id);
    all.splice(all.indexOf(one), 1);
    return EMPTY;
  }

  function notFound(kind: Kind, id: string): Reply {
    const [, type, name] = /^([^:]+):(.+)$/.exec(id) ?? [];
    const subject = kind === 'connectors' ? 'Connector' : 'Bridge';
    if (type === undefined || name === undefined) {
      const form = `Invalid ${word(kind)} ID, should be of pattern {type}:{name}, but got: ${id}`;
      return refuse(404, 'NOT_FOUND', form);
    }
    return refuse(
      404,
      'NOT_FOUND',
      `${subject} lookup failed: ${word(kind)} named '${name}' of type ${type} does not exist.`,
    );
  }

  function metrics(counters: Record<string, number>): Reply {
    const none = zeroes();
    const share = (index: number) => (index === 0 ? counters : none);
    return give({ metrics: counters, node_metrics: nodes.map((node, i) => ({ node, metrics: share(i) })) });
  }

  async function start(one: Stored): Promise<Reply> {
    if (one.config.enable === false) {
      return refuse(400, 'BAD_REQUEST', `Forbidden operation, ${word(one.kind)} not enabled`);
    }
    await refresh(one);
    return one.status === 'connected' ? EMPTY : refuse(400, 'BAD_REQUEST', one.reason);
  }

  return {
    all,
    find,
    types: (kind) => [...schemas(kind, 'post').keys()],
    plant(kind, type, name, config) {
      const state = { status: 'connected', reason: '', overrides: new Map(), counters: zeroes() };
      all.push({ kind, type, name, config: { enable: true, ...config }, ...state });
    },
    summary: (kind) =>
      give(
        all
          .filter((one) => one.kind === kind)
          .map(record)
          .map(({ type, name, enable, description = '', created_at, last_modified_at, status, ...rest }) => {
            const { status_reason, node_status, rules } = rest;
            const times = { created_at, last_modified_at };
            return { type, name, enable, description, ...times, status, status_reason, node_status, rules };
          }),
      ),
    async probe(kind, body) {
      const bad = checkType(kind, body);
      if (bad !== undefined) return bad;
      const { type, name, connector } = body as Record<string, string>;
      const made = checked(kind, 'post', type ?? '', unstarred(body, find(kind, `${type}:${name}`)?.config));
      if ('status' in made) return made as Reply;
      const host =
        kind === 'connectors'
          ? (made.config as Record<string, unknown>)
          : find('connectors', `${type}:${connector}`)?.config;
      if (host === undefined) return refuse(400, 'TEST_FAILED', `Connector <<"${connector}">> not found`);
      if (host.enable === false && kind !== 'connectors') return refuse(400, 'TEST_FAILED', 'Connector is disabled');
      return (await reach(host)) ? EMPTY : refuse(400, 'TEST_FAILED', 'Connection refused');
    },
    async answer(kind, { method, path, query, body }) {
      const [id, part, value] = path;
      if (id === undefined) {
        if (method === 'GET') return give(all.filter((one) => one.kind === kind).map(record));
        return method === 'POST' ? create(kind, body) : { status: 405 };
      }
      if (part === 'enable' && value !== 'true' && value !== 'false') {
        return invalid({ value, reason: { expected: 'boolean()' }, path: 'enable' });
      }
      const isOperation = part !== undefined && part !== 'enable' && part !== 'metrics';
      if (isOperation && part !== 'start')
        return invalid({ value: part, reason: 'not_a_enum_symbol', path: 'operation' });
      const one = find(kind, id);
      if (one === undefined && part === 'metrics' && /^\w+:./.test(id)) {
        return method === 'GET'
          ? metrics(zeroes())
          : refuse(500, 'INTERNAL_ERROR', 'error, {badmatch,{error,not_found}}, []');
      }
      if (one === undefined) return notFound(kind, id);
      switch (`${method} ${part ?? ''}`) {
        case 'GET ':
          return give(record(one));
        case 'PUT ':
          return update(one, body);
        case 'DELETE ':
          return remove(one, query);
        case 'PUT enable':
          one.config.enable = value === 'true';
          await refresh(one);
          return EMPTY;
        case 'POST start':
          return start(one);
        case 'GET metrics':
          return metrics(one.counters);
        case 'PUT metrics':
          Object.assign(one.counters, zeroes());
          return EMPTY;
        default:
          return { status: 405 };
      }
    },
  };
}
