// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExpiryReason, pathOf, request, requestVersion, whenSessionExpires } from './client.ts';
import { ApiError, errorLine } from './errors.ts';
import { getSession, signedIn, signedOut } from './session-store.ts';

const fetched = vi.fn<typeof fetch>();

function answers(status: number, body: string): void {
  fetched.mockResolvedValueOnce(new Response(status === 204 ? null : body, { status }));
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  signedIn({ token: 'secret', username: 'mara', role: 'administrator', version: '' });
});
afterEach(() => {
  signedOut(false);
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('is relative, carries the token, and repeats keys of a list', async () => {
    answers(200, '[]');
    await request('/rules', { query: { action: ['a', 'b'], page: 1, enable: undefined } });
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe('api/v5/rules?action=a&action=b&page=1');
    expect(init?.headers).toEqual({ Authorization: 'Bearer secret' });
  });
  it('says which version an answer is, and which version a change is about', async () => {
    fetched.mockResolvedValueOnce(new Response('{}', { headers: { ETag: '"7"' } }));
    expect((await requestVersion('/connectors/a')).etag).toBe('"7"');
    answers(200, '{}');
    expect((await requestVersion('/connectors/a', { method: 'PUT', body: {}, ifMatch: '"7"' })).etag).toBeUndefined();
    expect(fetched.mock.calls[1]?.[1]?.headers).toMatchObject({ 'If-Match': '"7"' });
    answers(200, '{}');
    await request('/connectors/a', { method: 'PUT', body: {}, ifMatch: undefined });
    expect(fetched.mock.calls[2]?.[1]?.headers).not.toHaveProperty('If-Match');
  });
  it('encodes ids', () => {
    expect(pathOf('connectors', 'http:a/b', 'start')).toBe('/connectors/http%3Aa%2Fb/start');
  });
  it('answers nothing for an empty body, and the text as it came where digits count', async () => {
    answers(204, '');
    expect(await request('/x', { method: 'DELETE' })).toBeUndefined();
    answers(200, '{"n":9007199254740993}');
    expect(await request('/rule_test', { as: 'text' })).toBe('{"n":9007199254740993}');
  });
});

describe('the error catalogue', () => {
  it.each([
    [400, '{"code":"BAD_REQUEST","message":"no"}', '400 BAD_REQUEST: no'],
    [
      400,
      '{"code":"BAD_REQUEST","message":{"kind":"validation_error","path":"root.url"}}',
      '400 BAD_REQUEST: {"kind":"validation_error","path":"root.url"}',
    ],
    [500, 'oh dear', '500: oh dear'],
    [500, '{"reason":"x"}', '500: {"reason":"x"}'],
    [502, '', '502 Network error'],
  ])('%i %s', async (status, body, line) => {
    answers(status, body);
    expect(errorLine(await failure(request('/x')))).toBe(line);
  });
  it('keeps the rest of the body for the caller', async () => {
    answers(400, '{"code":"BAD_REQUEST","message":"in use","rules":["r1"]}');
    expect((await failure(request('/x'))).body).toMatchObject({ rules: ['r1'] });
  });
  it('tells no answer, none in 20 s, and a cancelled call apart', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect((await failure(request('/x'))).kind).toBe('network');
    fetched.mockImplementationOnce(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    expect((await failure(request('/x', { timeoutMs: 5 }))).kind).toBe('timeout');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    fetched.mockResolvedValueOnce(new Response('1'));
    await request('/x');
    expect(timeout).toHaveBeenCalledWith(20_000);
    const abort = new AbortController();
    fetched.mockImplementationOnce(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    const pending = failure(request('/x', { signal: abort.signal }));
    abort.abort();
    expect((await pending).kind).toBe('cancelled');
  });
});

describe('the end of a session', () => {
  it.each<[string, ExpiryReason]>([
    ['BAD_TOKEN', 'expired'],
    ['TOKEN_TIME_OUT', 'expired'],
    ['UNAUTHORIZED', 'refused'],
  ])('after 401 %s is told once', async (code, reason) => {
    const expired = vi.fn();
    whenSessionExpires(expired);
    answers(401, JSON.stringify({ code, message: '' }));
    answers(401, JSON.stringify({ code, message: '' }));
    await Promise.all([failure(request('/a')), failure(request('/b'))]);
    expect(getSession()).toBeUndefined();
    expect(expired.mock.calls).toEqual([[reason]]);
  });
  it('is not a wrong password', async () => {
    const expired = vi.fn();
    whenSessionExpires(expired);
    answers(401, '{"code":"BAD_USERNAME_OR_PWD","message":""}');
    expect((await failure(request('/login', { method: 'POST', anonymous: true }))).code).toBe('BAD_USERNAME_OR_PWD');
    expect(expired).not.toHaveBeenCalled();
    expect(getSession()).toBeDefined();
  });
});
