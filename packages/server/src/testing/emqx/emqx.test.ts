import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { recordedCalls, replayRecorded, type Target } from '../../conformance/recorded.ts';
import { startEmqx } from './start-emqx.ts';

const calls = recordedCalls('ee');

/** Something that takes connections, which is all the stand-in asks of the other side. */
async function listening(): Promise<{ address: string; server: Server }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** What a stand-in need not be: settings, listeners, licences and the API before 5.4. */
const LEFT_OUT = /^\/(bridges|listeners|license|configs|rule_engine|error_codes|metrics|stats|monitor|nodes\/[^/]*\/)/;

it.skipIf(calls === undefined)('answers as EMQX 5.8.6 did (needs ../shared)', async () => {
  const emqx = await startEmqx({ nodes: ['emqx@127.0.0.1'] });
  const [target, mqtt] = [await listening(), await listening()];
  const call: Target['call'] = async (method, path, { auth, raw, headers }) => {
    const answer = await fetch(`${emqx.url}/api/v5${path}`, {
      method,
      headers: {
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...(auth !== false && { authorization: auth }),
        ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
      },
      body: raw ?? null,
    });
    const text = await answer.text();
    return { status: answer.status, text, body: undefined, headers: answer.headers };
  };
  const login = { username: 'admin', password: 'public' };
  const { text } = await call('POST', '/login', { auth: false, raw: JSON.stringify(login) });
  const wanted = (calls ?? []).filter(({ path }) => path.length > 1 && !LEFT_OUT.test(path));
  const outcomes = await replayRecorded({ token: JSON.parse(text).token, call }, wanted, [
    ['127.0.0.1:27880', target.address],
    ['127.0.0.1:1883', mqtt.address],
  ]);
  await emqx.stop();
  target.server.close();
  mqtt.server.close();
  const other = outcomes.filter(({ shape }) => shape.length > 0);
  process.stdout.write(`the stand-in for EMQX: ${outcomes.length - other.length} of ${outcomes.length} as recorded\n`);
  const shown = other.map(({ call, shape }) => `${call.name}: ${shape.join('; ').slice(0, 250)}`);
  if (process.env.SHOW_DIFFERENCES === '1') process.stdout.write(`${shown.join('\n')}\n`);
  expect(1 - other.length / outcomes.length).toBeGreaterThan(0.95);
});
