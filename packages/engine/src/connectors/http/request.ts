import { type ChannelConfig, type ConnectorConfig, type Json, ok, type Result } from '@sluice/contract';
import { compileTemplate, type Template, type Value } from '@sluice/rulesql';
import { payloadTemplate } from '../../runtime/republish.ts';
import type { Fault, Request, RequestView } from '../driver.ts';

/** Turns rows into requests and requests into what goes on the wire, for one action. */
export interface HttpRequests {
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  readonly hasBody: boolean;
  render(row: Value): Result<Request, Fault>;
  wire(request: Request): { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  describe(request: Request): RequestView;
}

/** Headers that belong to the connection: the HTTP client sets them. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'expect',
]);

/** What a URL cannot hold. A percent sign stays, so that ready-made escapes do. */
const NOT_IN_A_URL = /[^\x21-\x7e]|["<>\\^`{|}#]/gu;

export function httpRequests(connector: ConnectorConfig, base: URL, action: ChannelConfig): HttpRequests {
  const parameters = action.parameters;
  const method = methodOf(parameters.method);
  const hasBody = method === 'POST' || method === 'PUT';
  const prefix = base.pathname.replace(/\/$/, '');
  const path = compileTemplate(typeof parameters.path === 'string' ? parameters.path : '');
  const body = payloadTemplate(typeof parameters.body === 'string' ? parameters.body : undefined);
  const fixed: Record<string, string> = {};
  const dynamic: [string, Template][] = [];
  for (const [name, text] of headerEntries(connector.headers, parameters.headers)) {
    const template = compileTemplate(text);
    if (template.placeholders.length === 0) fixed[name] = template.source;
    else dynamic.push([name, template]);
  }

  function pathOf(row: Value): string {
    const rendered = path.render(row).replace(NOT_IN_A_URL, encodeURIComponent);
    const joined =
      rendered === '' ? `${prefix}${base.search}` : `${prefix}${/^[/?]/.test(rendered) ? '' : '/'}${rendered}`;
    return joined === '' || joined.startsWith('?') ? `/${joined}` : joined;
  }

  /** With the one header that every request has, unless it is configured. */
  const alwaysSent = { host: base.host, ...fixed };

  function read(request: Request, always: Readonly<Record<string, string>>): ReturnType<HttpRequests['wire']> {
    if (request.meta.startsWith('/')) return { path: request.meta, headers: always };
    const [where, values] = JSON.parse(request.meta) as [string, Record<string, string>];
    return { path: where, headers: { ...always, ...values } };
  }

  return {
    method,
    hasBody,
    render(row) {
      try {
        const where = pathOf(row);
        const meta =
          dynamic.length === 0
            ? where
            : JSON.stringify([
                where,
                Object.fromEntries(dynamic.map(([name, template]) => [name, template.render(row)])),
              ]);
        return ok({ meta, body: hasBody ? body.renderBytes(row) : '' });
      } catch (error) {
        return {
          ok: false,
          error: {
            code: 'path_invalid',
            data: {},
            message: 'The path holds text that no URL can hold. Check the path of the action and the fields in it.',
            raw: String(error),
          },
        };
      }
    },
    wire: (request) => read(request, alwaysSent),
    describe(request) {
      const { path: where, headers } = read(request, fixed);
      return {
        method,
        url: base.origin + where,
        headers: redactHeaders(headers),
        ...(hasBody
          ? { body: typeof request.body === 'string' ? request.body : Buffer.from(request.body).toString() }
          : {}),
      };
    },
  };
}

function methodOf(value: Json | undefined): HttpRequests['method'] {
  const method = typeof value === 'string' ? value.toUpperCase() : 'POST';
  return method === 'PUT' || method === 'GET' || method === 'DELETE' ? method : 'POST';
}

/** Headers of connector and action, names in lower case; those of the action win. */
function headerEntries(...sources: readonly (Json | undefined)[]): Iterable<[string, string]> {
  const headers = new Map<string, string>();
  for (const source of sources) {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) continue;
    for (const [name, value] of Object.entries(source)) {
      const key = name.toLowerCase();
      if (!OF_THE_CONNECTION.has(key)) headers.set(key, String(value));
    }
  }
  return headers;
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization']);

function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name) ? '******' : value]),
  );
}
