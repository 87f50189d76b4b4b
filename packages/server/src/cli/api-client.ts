import { fail, ok, type Result } from '@sluice/contract';
import { sentenceOf } from '../transfer/sentence.ts';

/** How the command line reaches a server: our own, a gateway, or EMQX itself. */
export interface ApiClient {
  /** Gives the parsed answer, or a sentence that says what went wrong. */
  call<T>(method: string, path: string, body?: unknown): Promise<Result<T, string>>;
  /** The same for an answer that is no JSON. */
  text(path: string): Promise<Result<string, string>>;
}

export interface Credentials {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly apiSecret?: string | undefined;
  readonly username: string;
  readonly password?: string | undefined;
}

/** A limit on requests passes within seconds; one on wrong passwords is for a person to wait for. */
const LONGEST_WAIT_S = 5;

/** Signs in with an API key if there is one, else with user name and password. */
export async function connectApi(credentials: Credentials): Promise<Result<ApiClient, string>> {
  const base = credentials.url.replace(/\/+$/, '');

  async function send(
    method: string,
    path: string,
    authorization: string | undefined,
    body?: unknown,
  ): Promise<Result<string, string>> {
    let answer: Response;
    try {
      answer = await fetch(`${base}/api/v5${path}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(90_000),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      return fail(`${base} cannot be reached: ${cause}`);
    }
    const text = await answer.text();
    const wait = answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0;
    if (wait > 0 && wait <= LONGEST_WAIT_S) {
      // the server limits how much one machine may send: a large document takes longer then
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      return send(method, path, authorization, body);
    }
    if (!answer.ok) return fail(sentenceOf(text) || `The server answered ${answer.status} to ${method} ${path}.`);
    return ok(text);
  }

  const client = (authorization: string): ApiClient => ({
    call: async (method, path, body) => parsed(await send(method, path, authorization, body)),
    text: (path) => send('GET', path, authorization),
  });

  const { apiKey, apiSecret, username, password } = credentials;
  if (apiKey !== undefined && apiSecret !== undefined) {
    const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
    return ok(client(authorization));
  }
  if (password === undefined) {
    return fail('Set SLUICE_API_KEY and SLUICE_API_SECRET, or SLUICE_PASSWORD (and SLUICE_USERNAME, default admin).');
  }
  const login = await send('POST', '/login', undefined, { username, password });
  const session = parsed<{ token: string }>(login);
  if (!session.ok) return session;
  const authorization = `Bearer ${session.value.token}`;
  return ok(client(authorization));
}

function parsed<T>(answer: Result<string, string>): Result<T, string> {
  if (!answer.ok) return answer;
  try {
    return ok((answer.value === '' ? undefined : JSON.parse(answer.value)) as T);
  } catch {
    return fail('The server did not answer in JSON: is it Sluice or EMQX?');
  }
}
