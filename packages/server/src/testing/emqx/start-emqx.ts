import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { schemaDocuments } from './documents.ts';
import { FRAME_PATHS, frameAnswer } from './frame.ts';
import { give, isObject, type Reply, type Request, refuse } from './reply.ts';
import { createResources, type Kind, type NodeStatus } from './resources.ts';
import { createRules } from './rules.ts';
import { createSessions } from './session.ts';

export interface EmqxOptions {
  /** 0 = any free port. */
  readonly port?: number;
  /** Names of the nodes. Default: three. */
  readonly nodes?: readonly string[];
  /** Default 5.8.6. */
  readonly version?: string;
  /** Of the user `admin`. Default `public`. */
  readonly password?: string;
  /** PEM texts; without them it is plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Path in front of everything, such as `/mqtt`. */
  readonly base?: string;
  /** Objects as a newer broker would have them: types and fields that nobody here knows. */
  readonly foreign?: boolean;
}

/** `silent`: takes requests and never answers. `dying`: breaks off in the middle of an answer. */
type Behaviour = 'normal' | 'silent' | 'dying';

export interface Emqx {
  readonly url: string;
  /** `METHOD path`, in order. */
  readonly requests: readonly string[];
  /** Headers of the last request. */
  headers(): Readonly<Record<string, unknown>>;
  /** At once, or after this many more requests. */
  behave(behaviour: Behaviour, after?: number): void;
  /** Every token is too old from now on: 401 TOKEN_TIME_OUT. */
  expireTokens(): void;
  /** One node sees an object otherwise than the rest. */
  seenBy(kind: Kind, id: string, status: NodeStatus): void;
  stop(): Promise<void>;
}

const PAGE_404 = '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>';
const PATHS = [
  'connectors',
  'actions',
  'sources',
  'rules',
  'rule_test',
  'action_types',
  'source_types',
  'publish',
].concat('logout', 'users', 'nodes', ...FRAME_PATHS);
const RESOURCES = /^(connectors|actions|sources)(_probe|_summary)?$/;

/**
 * Stands in for an EMQX 5.8 cluster in tests: its own sign-in, its answers in its words, objects that stay until they
 * are deleted, statuses for each of several nodes, the real broker's schema documents where they are at hand. What the
 * other side of a connector says is real: something listens there or not. It carries no messages; `POST /publish` only
 * makes its rules count.
 */
export async function startEmqx(options: EmqxOptions = {}): Promise<Emqx> {
  const { nodes = ['emqx@node1.emqx.io', 'emqx@node2.emqx.io', 'emqx@node3.emqx.io'], version = '5.8.6' } = options;
  const documents = schemaDocuments();
  const sessions = createSessions(options.password ?? 'public', version);
  const rules = createRules(nodes, () => resources);
  const resources = createResources({ nodes, documents, rulesUsing: rules.using, unlink: rules.unlink });
  const requests: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  let behaviour: Behaviour = 'normal';
  let turn: { readonly behaviour: Behaviour; readonly at: number } | undefined;

  if (options.foreign === true) {
    const config = { endpoint: 'future://store', tags: ['new'], quantum: { depth: 3 } };
    resources.plant('connectors', 'futuredb', 'archive', config);
    resources.plant('actions', 'futuredb', 'keep', {
      connector: 'archive',
      fallback_actions: [],
      parameters: { lanes: 4 },
    });
    const sql = 'SELECT * FROM "t/#"';
    rules.plant({ id: 'from_the_future', sql, actions: ['futuredb:keep'], tags: ['new'], last_triggered_at: 1 });
  }

  function publish(body: unknown): Reply {
    const {
      topic,
      payload,
      qos = 0,
    } = (isObject(body) ? body : {}) as { topic?: string; payload?: string; qos?: number };
    if (topic === undefined) {
      const message = JSON.stringify({ reason: 'required_field', path: 'root.topic', kind: 'validation_error' });
      return refuse(400, 'BAD_REQUEST', message);
    }
    if (/[#+]/.test(topic)) return give({ message: 'topic_name_invalid', reason_code: 144 }, 400);
    rules.publish({ topic, payload: payload ?? '', qos });
    return give({ message: 'no_matching_subscribers', reason_code: 16 }, 202);
  }

  async function answer(request: Request, authorization: string | undefined): Promise<Reply> {
    const [first = '', second, ...rest] = request.path;
    if (first === 'login') return request.method === 'POST' ? sessions.login(request.body) : { status: 405 };
    if (first === 'status')
      return { status: 200, text: `Node ${nodes[0]} is started\nemqx is running`, type: 'text/plain' };
    if (first === 'schemas') {
      const document = Object.hasOwn(documents, second ?? '') ? documents[second as keyof typeof documents] : undefined;
      return document === undefined ? refuse(404, 'NOT_FOUND', 'Schema not found') : give(document);
    }
    const known = RESOURCES.exec(first);
    if (!PATHS.includes(known?.[1] ?? first)) return { status: 404, text: PAGE_404, type: 'text/html' };
    const refusal = sessions.refusal(authorization);
    if (refusal !== undefined) return refusal;
    if (known !== null) {
      const kind = known[1] as Kind;
      if (known[2] === '_probe') return resources.probe(kind, request.body);
      if (known[2] === '_summary') return resources.summary(kind);
      return resources.answer(kind, { ...request, path: request.path.slice(1) });
    }
    switch (first) {
      case 'rules':
        return rules.answer({ ...request, path: request.path.slice(1) });
      case 'rule_test':
        return rules.test(request.body);
      case 'action_types':
        return give(resources.types('actions'));
      case 'source_types':
        return give(resources.types('sources'));
      case 'publish':
        return publish(request.body);
      case 'logout':
        return sessions.logout(authorization);
      case 'users':
        return sessions.users({ ...request, path: request.path.slice(1) });
      case 'nodes':
        // /nodes/:node/connectors/:id/start
        if (rest.length > 0 && RESOURCES.test(rest[0] ?? '')) {
          if (!nodes.includes(second ?? '')) return refuse(404, 'NOT_FOUND', `Invalid node name: ${second}`);
          return resources.answer(rest[0] as Kind, { ...request, path: rest.slice(1) });
        }
    }
    return frameAnswer(request, nodes, version) ?? { status: 404, text: PAGE_404, type: 'text/html' };
  }

  function bodyOf(text: string, type: string | undefined): { readonly body: unknown } | Reply {
    if (text === '') return { body: undefined };
    if (type !== undefined && !type.startsWith('application/json')) {
      return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'content-type:application/json Required');
    }
    try {
      return { body: JSON.parse(text) };
    } catch {
      return refuse(400, 'BAD_REQUEST', 'Invalid json message received');
    }
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = options.base ?? '';
    const url = new URL(incoming.url ?? '/', 'http://emqx');
    requests.push(`${incoming.method} ${url.pathname}`);
    if (turn !== undefined && requests.length > turn.at) behaviour = turn.behaviour;
    headers = incoming.headers;
    let text = '';
    for await (const chunk of incoming) text += chunk;
    if (behaviour === 'silent') return;
    if (!url.pathname.startsWith(`${base}/api/v5/`)) {
      response.writeHead(404).end();
      return;
    }
    const path = url.pathname.slice(`${base}/api/v5/`.length).replace(/\/$/, '').split('/').map(decodeURIComponent);
    const parsed = bodyOf(text, incoming.headers['content-type']);
    const request = { method: incoming.method ?? '', path, query: url.searchParams };
    const reply =
      'status' in parsed ? parsed : await answer({ ...request, body: parsed.body }, incoming.headers.authorization);
    const content = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
    response.writeHead(reply.status, {
      server: 'Cowboy',
      ...(content !== '' && { 'content-type': reply.type ?? 'application/json' }),
      'content-length': Buffer.byteLength(content),
    });
    if (behaviour === 'dying') response.write(content.slice(0, content.length / 2), () => response.destroy());
    else response.end(incoming.method === 'HEAD' ? '' : content);
  }

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    serve(incoming, response).catch(() => response.destroy());
  };
  const server: Server =
    options.tls === undefined ? createHttpServer(listener) : createHttpsServer(options.tls, listener);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}${options.base ?? ''}`,
    requests,
    headers: () => headers,
    behave: (next, after = 0) => {
      turn = { behaviour: next, at: requests.length + after };
      if (after === 0) behaviour = next;
    },
    expireTokens: sessions.expire,
    seenBy: (kind, id, { node, ...status }) => resources.find(kind, id)?.overrides.set(node, status),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
