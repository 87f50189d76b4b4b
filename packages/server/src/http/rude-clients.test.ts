import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sends bytes and gives what comes back before the connection ends or goes quiet. */
function raw(bytes: string, hangUp = false): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.setTimeout(300, () => socket.destroy());
    socket.write(bytes, () => {
      if (hangUp) socket.destroy();
    });
  });
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

describe('at the same instant', () => {
  it('only one of fifty creations wins', async () => {
    const body = { id: 'race', sql: 'SELECT * FROM "a"' };
    const all = await Promise.all(Array.from({ length: 50 }, () => server.call('POST', '/rules', { body })));
    const statuses = all.map(({ status }) => status);
    expect([count(statuses, 201), count(statuses, 400)]).toEqual([1, 49]);
  });

  it('only one of fifty editors wins', async () => {
    const etag = (await server.call('GET', '/rules/race')).headers.get('etag') ?? '';
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        server.call('PUT', '/rules/race', { body: { description: `${n}` }, headers: { 'if-match': etag } }),
      ),
    );
    const statuses = all.map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 412)]).toEqual([1, 49]);
    const winner = all.find(({ status }) => status === 200);
    expect((await server.call('GET', '/rules/race')).body).toEqual(winner?.body);
  });

  it('a connector is either deleted or used, never both', async () => {
    const connector = { type: 'http', name: 'c', url: 'http://127.0.0.1:9', enable: false };
    for (let round = 0; round < 10; round++) {
      await server.call('POST', '/connectors', { body: connector });
      const action = { type: 'http', name: 'a', connector: 'c', parameters: {} };
      const [made, deleted] = await Promise.all([
        server.call('POST', '/actions', { body: action }),
        server.call('DELETE', '/connectors/http:c'),
      ]);
      expect([made.status, deleted.status]).toSatisfy(([a, b]) => (a === 201 && b === 400) || (a === 400 && b === 204));
      await server.call('DELETE', '/actions/http:a');
    }
  });

  it('a thousand requests are all answered', async () => {
    const all = await Promise.all(Array.from({ length: 1000 }, () => server.call('GET', '/rules?limit=1')));
    expect(
      count(
        all.map(({ status }) => status),
        200,
      ),
    ).toBe(1000);
  });
});

describe('clients that do not behave', () => {
  const head = (line: string, extra = '') =>
    `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.token}\r\n${extra}`;

  it('with a body over 1 MiB are told so', async () => {
    const answer = await server.call('POST', '/rules', { raw: JSON.stringify({ sql: 'x'.repeat(1_100_000) }) });
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'BAD_REQUEST', message: expect.stringContaining('1 MiB') },
    });
  });

  it.each([
    ['GARBAGE\r\n\r\n', /^HTTP\/1\.1 400/],
    [`GET /api/v5/rules/%ff HTTP/1.1\r\nhost: x\r\n\r\n`, /^HTTP\/1\.1 4\d\d/],
    [`GET /api/v5/rules/%zz HTTP/1.1\r\nhost: x\r\n\r\n`, /^HTTP\/1\.1 400/],
    [`GET ${'/x'.repeat(9000)} HTTP/1.1\r\nhost: x\r\n\r\n`, /^HTTP\/1\.1 431/],
  ])('%#: sending nonsense get a 4xx', async (bytes, answer) => {
    expect(await raw(bytes)).toMatch(answer);
  });

  it('with a method nobody knows get a 4xx', async () => {
    expect(await raw(`${head('BREW /api/v5/rules')}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(await raw(`${head('TRACE /api/v5/rules')}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  it('who hang up in the middle change nothing half', async () => {
    const body = JSON.stringify({ id: 'gone', sql: 'SELECT * FROM "a"' });
    const type = 'content-type: application/json\r\n';
    await raw(
      `${head('POST /api/v5/rules', `${type}content-length: ${body.length}\r\n`)}\r\n${body.slice(0, 10)}`,
      true,
    );
    expect((await server.call('GET', '/rules/gone')).status).toBe(404);
    await raw(`${head('POST /api/v5/rules', `${type}content-length: ${body.length}\r\n`)}\r\n${body}`, true);
    // whole requests are done, whether or not somebody waits
    await expect.poll(async () => (await server.call('GET', '/rules/gone')).status).toBe(200);
  });

  it('see no page of ours inside theirs, and no type guessed', async () => {
    const { headers } = await server.call('GET', '/rules');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('leave no error behind', () => {
    expect(server.lines.filter((line) => line.startsWith('error '))).toEqual([]);
  });
});

describe('connections', () => {
  const open = (bytes: string): Promise<{ socket: ReturnType<typeof connect>; closed: Promise<string> }> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      const closed = new Promise<string>((end) => socket.on('close', () => end(text)));
      socket.write(bytes, () => resolve({ socket, closed }));
    });

  it('that dribble their head are closed within seconds, and hold up nobody', { timeout: 40_000 }, async () => {
    const slow = await Promise.all(
      Array.from({ length: 300 }, () => open('GET /api/v5/rules HTTP/1.1\r\nhost: x\r\n')),
    );
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('x-more: 1\r\n');
    }, 500);
    const before = Date.now();
    for (let i = 0; i < 20; i++) expect((await server.call('GET', '/rules')).status).toBe(200);
    expect(Date.now() - before).toBeLessThan(10_000);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(drip);
    expect(answers.every((text) => text === '' || text.startsWith('HTTP/1.1 408'))).toBe(true);
    expect(Date.now() - before).toBeLessThan(25_000);
  });

  it('with too many or too long headers get 431', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => `x-${n}: ${n}\r\n`).join('');
    expect(await raw(`GET /api/v5/rules HTTP/1.1\r\nhost: x\r\n${many}\r\n`)).toMatch(/^HTTP\/1\.1 431/);
    expect(await raw(`GET /api/v5/rules HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    );
  });

  it('that say two things about the length of a body are refused', async () => {
    const both = 'content-length: 5\r\ntransfer-encoding: chunked\r\n';
    expect(await raw(`POST /api/v5/login HTTP/1.1\r\nhost: x\r\n${both}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw('POST /api/v5/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400/,
    );
    expect(await raw('GET /api/v5/rules HTTP/1.1\r\nhost: x\r\n folded: 1\r\n\r\n')).toMatch(/^HTTP\/1\.1 4/);
  });
});

describe('odd input', () => {
  it.each(['a b', 'a/b', 'ü', '日本', '%', '"', "'", '<script>', '\\', 'a:b:c', '{{x}}', 'x'.repeat(300)])(
    'the id %j is refused or not found, in words',
    async (id) => {
      const at = encodeURIComponent(id);
      for (const path of [
        `/rules/${at}`,
        `/connectors/http:${at}`,
        `/actions/${at}`,
        `/users/${at}`,
        `/sluice/webhooks/${at}`,
      ]) {
        const { status, body } = await server.call('GET', path);
        expect([path, status, typeof body.message]).toEqual([path, 404, 'string']);
        expect((await server.call('DELETE', path)).status).toBe(404);
      }
      const made = await server.call('POST', '/rules', { body: { id, sql: 'SELECT * FROM "a"' } });
      expect([made.status, made.body.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=0', 'limit=-5', 'limit=1e9', 'page=99999999999999999999'])(
    'no page for %s',
    async (query) => {
      expect((await server.call('GET', `/rules?${query}`)).status).toBe(400);
      expect((await server.call('GET', `/sluice/audit?${query}`)).status).toBe(400);
    },
  );

  it('a page far behind the end is empty, a repeated parameter counts once', async () => {
    const far = await server.call('GET', '/rules?page=999999999&limit=10000');
    expect(far).toMatchObject({ status: 200, body: { data: [], meta: { hasnext: false } } });
    expect((await server.call('GET', '/rules?limit=1&limit=2')).body.meta.limit).toBe(2);
  });

  it('JSON of a million levels is refused at once', async () => {
    const raw = `{"sql":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    const answer = await server.call('POST', '/rules', { raw });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('levels deep') } });
  });
});
