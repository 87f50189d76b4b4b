import { startEmqx } from '@sluice/server/testing';
import { type Access, dataFolder, PASSWORD, startProduct } from './product.ts';

/** What a story can run against. Stories ask `runsMessages` where they need a broker behind the API. */
export interface Backend {
  readonly name: string;
  /** Messages really flow: not so where recorded answers stand in for EMQX. */
  readonly runsMessages: boolean;
  /** It is somebody's own: what a story made there has to be removed again, object by object. */
  readonly isForeign: boolean;
  start(): Promise<RunningBackend>;
}

interface RunningBackend extends Access {
  stop(): Promise<void>;
}

const engine: Backend = {
  name: 'the embedded engine',
  runsMessages: true,
  isForeign: false,
  async start() {
    const data = dataFolder();
    const product = await startProduct(data.path);
    return {
      url: product.url,
      username: 'admin',
      password: PASSWORD,
      async stop() {
        await product.end('SIGINT');
        data.remove();
      },
    };
  },
};

/** Our gateway in front of a stand-in that answers as a real EMQX 5.8 was recorded to. */
const recordedEmqx: Backend = {
  name: 'EMQX (recorded answers)',
  runsMessages: false,
  isForeign: false,
  async start() {
    const emqx = await startEmqx();
    const data = dataFolder();
    const product = await startProduct(data.path, { args: ['--emqx', emqx.url] });
    return {
      url: product.url,
      username: 'admin',
      password: 'public',
      async stop() {
        await product.end('SIGINT');
        await emqx.stop();
        data.remove();
      },
    };
  },
};

/** Anything that is running already: `SLUICE_E2E_URL`, `SLUICE_E2E_USER`, `SLUICE_E2E_PASSWORD`. */
function given(url: string): Backend {
  const { SLUICE_E2E_USER: username = 'admin', SLUICE_E2E_PASSWORD: password = 'public' } = process.env;
  return {
    name: url,
    runsMessages: true,
    isForeign: true,
    start: async () => ({ url: url.endsWith('/') ? url : `${url}/`, username, password, stop: async () => {} }),
  };
}

const { SLUICE_E2E_URL } = process.env;

export const BACKENDS: readonly Backend[] =
  SLUICE_E2E_URL === undefined ? [engine, recordedEmqx] : [given(SLUICE_E2E_URL)];
