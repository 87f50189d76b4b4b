import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function signIn(username: string, password: string): Promise<string> {
  const { body } = await server.call('POST', '/login', { auth: false, body: { username, password } });
  return `Bearer ${body.token}`;
}

describe('signing in', () => {
  it('gives a token, a role and the version of the API', async () => {
    const { status, body } = await server.call('POST', '/login', {
      auth: false,
      body: { username: 'admin', password: PASSWORD, extra: 1 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      version: '5.8.6',
      license: { edition: 'ce' },
      role: 'administrator',
    });
  });

  it.each([
    [{ username: 'admin', password: 'wrong' }, 401, 'BAD_USERNAME_OR_PWD'],
    [{ username: 'nobody', password: 'wrong' }, 401, 'BAD_USERNAME_OR_PWD'],
    [{ username: 1, password: 'x' }, 401, 'BAD_USERNAME_OR_PWD'],
    [{ username: 'admin' }, 400, 'BAD_REQUEST'],
    [{}, 400, 'BAD_REQUEST'],
    [undefined, 400, 'BAD_REQUEST'],
  ])('refuses %j', async (body, status, code) => {
    expect(await server.call('POST', '/login', { auth: false, body })).toMatchObject({ status, body: { code } });
  });

  it('slows down guessing, even with the right password at last', async () => {
    const attempt = (password: string) =>
      server.call('POST', '/login', { auth: false, body: { username: 'guessed', password } });
    for (let i = 0; i < 10; i++) await attempt('wrong');
    const answer = await attempt('wrong');
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('ends with signing out', async () => {
    const auth = await signIn('admin', PASSWORD);
    expect((await server.call('GET', '/users', { auth })).status).toBe(200);
    expect((await server.call('POST', '/logout', { auth, body: { username: 'admin' } })).status).toBe(204);
    expect(await server.call('GET', '/users', { auth })).toMatchObject({ status: 401, body: { code: 'BAD_TOKEN' } });
  });
});

describe('the authorization header', () => {
  it.each([
    [false, 401, 'AUTHORIZATION_HEADER_ERROR'],
    ['Bearer nonsense', 401, 'BAD_TOKEN'],
    [`Basic ${Buffer.from('foo:bar').toString('base64')}`, 401, 'BAD_API_KEY_OR_SECRET'],
    ['Basic %%%', 400, undefined],
    ['Digest x', 400, undefined],
    ['justatoken', 400, undefined],
    ['Bearer', 400, undefined],
    ['Bearer two words', 400, undefined],
    ['Basic Zm9vOmJhcg', 400, undefined],
    ['Basic Zm9v', 400, undefined],
  ] as const)('%s', async (auth, status, code) => {
    const answer = await server.call('GET', '/rules', { auth });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
  });

  it('may be spelled in lower case', async () => {
    expect((await server.call('GET', '/rules', { auth: `bearer ${server.token}` })).status).toBe(200);
  });
});

describe('users', () => {
  const viewer = { username: 'eve', password: 'viewer-pass-1', role: 'viewer', description: 'looks' };

  it('are created, changed and deleted', async () => {
    expect((await server.call('POST', '/users', { body: viewer })).body).toMatchObject({
      username: 'eve',
      role: 'viewer',
    });
    expect((await server.call('POST', '/users', { body: viewer })).body.code).toBe('ALREADY_EXISTS');
    expect((await server.call('GET', '/users')).text).not.toContain('scrypt');
    expect((await server.call('PUT', '/users/eve', { body: { description: 'x' } })).body.description).toBe('x');
    expect((await server.call('PUT', '/users/none', { body: {} })).status).toBe(404);
  });

  it.each(['short', 'onlyletters', 'x'.repeat(70)])('need a better password than %s', async (password) => {
    const body = { ...viewer, username: 'weak', password };
    expect(await server.call('POST', '/users', { body })).toMatchObject({ status: 400 });
  });

  it('lose their sessions at once when they are disabled', async () => {
    const auth = await signIn('eve', viewer.password);
    expect((await server.call('GET', '/rules', { auth })).status).toBe(200);
    await server.call('PUT', '/users/eve', { body: { enable: false } });
    expect((await server.call('GET', '/rules', { auth })).status).toBe(401);
    expect((await server.call('POST', '/login', { auth: false, body: viewer })).status).toBe(401);
    await server.call('PUT', '/users/eve', { body: { enable: true } });
    expect((await server.call('GET', '/rules', { auth })).status).toBe(401);
  });

  it('change their own password, and administrators any', async () => {
    const auth = await signIn('eve', viewer.password);
    const change = (username: string, old_pwd: string, new_pwd: string, as?: string) =>
      server.call('POST', `/users/${username}/change_pwd`, {
        body: { old_pwd, new_pwd },
        ...(as !== undefined && { auth: as }),
      });
    expect((await change('admin', PASSWORD, 'new-password-1', auth)).status).toBe(403);
    expect((await change('eve', 'wrong', 'new-password-1', auth)).status).toBe(400);
    expect((await change('eve', viewer.password, 'short', auth)).status).toBe(400);
    expect((await change('eve', viewer.password, 'new-password-1', auth)).status).toBe(204);
    expect((await server.call('GET', '/rules', { auth })).status).toBe(401);
    expect((await change('eve', 'new-password-1', viewer.password)).status).toBe(204);
  });

  it('cannot lock everybody out', async () => {
    expect((await server.call('DELETE', '/users/admin')).body.code).toBe('NOT_ALLOWED');
    expect((await server.call('PUT', '/users/admin', { body: { role: 'viewer' } })).body.code).toBe('NOT_ALLOWED');
    expect((await server.call('PUT', '/users/admin', { body: { enable: false } })).body.code).toBe('NOT_ALLOWED');
  });

  it('are not overwritten unseen', async () => {
    const { headers } = await server.call('GET', '/users/eve');
    const old = { 'if-match': headers.get('etag') ?? '' };
    expect((await server.call('PUT', '/users/eve', { body: { description: 'one' }, headers: old })).status).toBe(200);
    expect((await server.call('PUT', '/users/eve', { body: { description: 'two' }, headers: old })).status).toBe(412);
    expect((await server.call('DELETE', '/users/eve', { headers: old })).status).toBe(412);
    expect((await server.call('GET', '/users/eve')).body.description).toBe('one');
    expect((await server.call('GET', '/users/none')).body.code).toBe('USER_NOT_FOUND');
  });

  it('cannot guess passwords by changing them, nor all at the same moment', async () => {
    const body = { old_pwd: 'wrong-password-1', new_pwd: 'other-password-1' };
    await server.call('POST', '/users', { body: { ...viewer, username: 'target' } });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', '/users/target/change_pwd', { body })),
    );
    const statuses = all.map(({ status }) => status);
    expect([statuses.filter((one) => one === 400).length, statuses.filter((one) => one === 429).length]).toEqual([
      10, 10,
    ]);
    await server.call('DELETE', '/users/target');
  });

  it('who are disabled while they sign in stay outside', async () => {
    await server.call('POST', '/users', { body: { ...viewer, username: 'slow' } });
    const login = server.call('POST', '/login', { auth: false, body: { ...viewer, username: 'slow' } });
    const disabled = server.call('PUT', '/users/slow', { body: { enable: false } });
    const [{ status, body }] = await Promise.all([login, disabled]);
    await server.call('PUT', '/users/slow', { body: { enable: true } });
    // either refused, or its token died with the change
    if (status === 200) expect((await server.call('GET', '/rules', { auth: `Bearer ${body.token}` })).status).toBe(401);
    else expect(status).toBe(401);
    await server.call('DELETE', '/users/slow');
  });

  it('have tokens that are of no use elsewhere: after deletion and rebirth, or cut, or as an API key', async () => {
    await server.call('POST', '/users', { body: { ...viewer, username: 'born' } });
    const auth = await signIn('born', viewer.password);
    await server.call('DELETE', '/users/born');
    await server.call('POST', '/users', { body: { ...viewer, username: 'born', role: 'administrator' } });
    expect((await server.call('GET', '/rules', { auth })).status).toBe(401);
    const token = (await signIn('born', viewer.password)).slice(7);
    for (const bad of [token.slice(1), `${token}A`, token.toLowerCase(), token.split('').reverse().join('')]) {
      expect((await server.call('GET', '/rules', { auth: `Bearer ${bad}` })).body.code).toBe('BAD_TOKEN');
    }
    const basic = `Basic ${Buffer.from(`born:${viewer.password}`).toString('base64')}`;
    expect((await server.call('GET', '/rules', { auth: basic })).body.code).toBe('BAD_API_KEY_OR_SECRET');
    await server.call('DELETE', '/users/born');
  });

  it('leave a trace: who, what, before and after, and no password', async () => {
    await server.call('POST', '/users', { body: { ...viewer, username: 'seen' } });
    await server.call('PUT', '/users/seen', { body: { role: 'administrator' } });
    await server.call('DELETE', '/users/seen');
    const { body, text } = await server.call('GET', '/sluice/audit?limit=3');
    expect(body.data).toMatchObject([
      {
        action: 'delete',
        target: 'user seen',
        actor: 'user:admin',
        who: { kind: 'user', name: 'admin', from: '127.0.0.1' },
        verb: 'delete',
        object: { type: 'user', id: 'seen' },
        before: { role: 'administrator' },
      },
      { action: 'update', before: { role: 'viewer' }, after: { role: 'administrator' } },
      { action: 'create', after: { username: 'seen', role: 'viewer' } },
    ]);
    expect(text).not.toMatch(/scrypt|viewer-pass/);
  });

  it('who are viewers change nothing, on any route', async () => {
    const auth = await signIn('eve', viewer.password);
    const { paths } = (await server.call('GET', '/api-docs/swagger.json', { root: true, auth: false })).body;
    const routes = Object.entries<Record<string, { 'x-access': string }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [method.toUpperCase(), path, operation['x-access']] as const,
      ),
    );
    expect(routes.length).toBeGreaterThan(60);
    for (const [method, path, access] of routes) {
      if (path === '/logout') continue; // would end the session; has its own test
      const url = path.replace(
        /\{(\w+)\}/g,
        (_, name) => ({ enable: 'true', operation: 'start' })[name as string] ?? 'x:y',
      );
      const answer = await server.call(method, url, { auth, ...(method !== 'GET' && { body: {} }) });
      if (access === 'write') {
        expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'UNAUTHORIZED_ROLE']);
      } else expect([method, path, answer.body?.code]).not.toEqual([method, path, 'UNAUTHORIZED_ROLE']);
      if (access === 'public') continue;
      const nobody = await server.call(method, url, { auth: false, ...(method !== 'GET' && { body: {} }) });
      expect([method, path, nobody.status, nobody.body.code]).toEqual([
        method,
        path,
        401,
        'AUTHORIZATION_HEADER_ERROR',
      ]);
    }
  });
});

describe('API keys', () => {
  it('die on the second, and none can make more of its kind', async () => {
    const expired_at = new Date(Date.now() + 700).toISOString();
    const { body } = await server.call('POST', '/api_key', { body: { name: 'brief', expired_at } });
    const auth = `Basic ${Buffer.from(`${body.api_key}:${body.api_secret}`).toString('base64')}`;
    expect((await server.call('GET', '/rules', { auth })).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/api_key'],
      ['POST', '/users'],
      ['PUT', '/api_key/brief'],
      ['DELETE', '/users/eve'],
      ['POST', '/logout'],
      ['POST', '/users/admin/change_pwd'],
    ] as const) {
      expect((await server.call(method, path, { auth, body: {} })).body.code).toBe('API_KEY_NOT_ALLOW');
    }
    await expect.poll(async () => (await server.call('GET', '/rules', { auth })).status).toBe(401);
    await server.call('DELETE', '/api_key/brief');
  });

  it('work like users, except for users, keys and sessions', async () => {
    const created = await server.call('POST', '/api_key', { body: { name: 'ci', desc: 'd' } });
    expect(created.body).toMatchObject({ name: 'ci', enable: true, expired_at: 'infinity', expired: false });
    const auth = `Basic ${Buffer.from(`${created.body.api_key}:${created.body.api_secret}`).toString('base64')}`;
    expect((await server.call('GET', '/rules', { auth })).status).toBe(200);
    for (const path of ['/users', '/api_key']) {
      expect(await server.call('GET', path, { auth })).toMatchObject({
        status: 401,
        body: { code: 'API_KEY_NOT_ALLOW' },
      });
    }
    expect((await server.call('GET', '/api_key/ci')).text).not.toContain(created.body.api_secret);
    await server.call('PUT', '/api_key/ci', { body: { enable: false } });
    expect((await server.call('GET', '/rules', { auth })).body.code).toBe('BAD_API_KEY_OR_SECRET');
    await server.call('PUT', '/api_key/ci', { body: { enable: true, expired_at: '2001-01-01T00:00:00Z' } });
    expect((await server.call('GET', '/rules', { auth })).body.code).toBe('BAD_API_KEY_OR_SECRET');
    await server.call('PUT', '/api_key/ci', { body: { expired_at: 'infinity', role: 'viewer' } });
    expect((await server.call('GET', '/rules', { auth })).status).toBe(200);
    const sql = 'SELECT * FROM "a"';
    expect((await server.call('POST', '/rules', { auth, body: { sql } })).body.code).toBe('UNAUTHORIZED_ROLE');
    const { headers } = await server.call('GET', '/api_key/ci');
    const old = { 'if-match': headers.get('etag') ?? '' };
    expect((await server.call('PUT', '/api_key/ci', { body: { desc: 'x' }, headers: old })).status).toBe(200);
    expect((await server.call('PUT', '/api_key/ci', { body: { desc: 'y' }, headers: old })).status).toBe(412);
    expect((await server.call('DELETE', '/api_key/ci', { headers: old })).status).toBe(412);
    expect((await server.call('DELETE', '/api_key/ci')).status).toBe(204);
    expect((await server.call('GET', '/api_key/ci')).status).toBe(404);
  });
});
