import type { Browser, Page } from 'playwright-core';
import type { Backend } from './backend.ts';
import { camera, launchBrowser, openPage, type View } from './browser.ts';
import { type Access, type Api, signIn } from './product.ts';
import { seed } from './seed.ts';
import { type Sink, startSink } from './sink.ts';
import { forgetDrafts, signInPage } from './steps.ts';

/**
 * Everything a story about the console needs: a backend with a small plant's configuration, and a signed-in page.
 * What the story made is gone after `close`.
 */
export interface Stage {
  readonly browser: Browser;
  readonly page: Page;
  readonly api: Api;
  readonly access: Access;
  readonly sink: Sink;
  /** What the page itself complained about, its security policy included. */
  readonly errors: string[];
  /** Goes to a route of the console, `/connector` say, and waits for its heading. */
  open(route: string): Promise<void>;
  picture(step: string): Promise<void>;
  /** A second, signed-in page of a fresh profile. */
  another(view?: View): Promise<{ page: Page; close(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openStage(story: string, backend: Backend): Promise<Stage> {
  const browser = await launchBrowser();
  const sink = await startSink();
  const access = await backend.start();
  const api = await signIn(access);
  const before = backend.isForeign ? await idsOf(api) : undefined;
  await seed(api, sink.url);
  const { page, errors } = await openPage(browser);
  page.setDefaultTimeout(20_000);
  await signInPage(page, access);
  return {
    browser,
    page,
    api,
    access,
    sink,
    errors,
    async open(route) {
      // What another test left half written is not this one's business.
      await forgetDrafts(page);
      // Through an empty page: the same route with another query would only be a navigation inside the page.
      await page.goto('about:blank');
      await page.goto(`${access.url}#${route}`);
      await page.locator('main h1').first().waitFor();
    },
    picture: camera(backend.runsMessages ? story : `${story}-emqx`, page),
    async another(view) {
      const opened = await openPage(browser, view);
      opened.page.setDefaultTimeout(20_000);
      await signInPage(opened.page, access);
      return { page: opened.page, close: () => opened.context.close() };
    },
    async close() {
      await browser.close();
      if (before !== undefined) await removeNew(api, before);
      await access.stop();
      await sink.close();
    },
  };
}

/** In the order in which they can be deleted. */
const KINDS = ['rules', 'actions', 'sources', 'connectors'] as const;
type Ids = ReadonlySet<string>;

/** Path of everything there is. */
async function idsOf(api: Api): Promise<Ids> {
  const paths: string[] = [];
  for (const kind of KINDS) {
    const { body } = await api('GET', kind === 'rules' ? '/rules?limit=10000' : `/${kind}`);
    const list = (kind === 'rules' ? (body as { data: unknown }).data : body) as {
      id?: string;
      type: string;
      name: string;
    }[];
    for (const { id, type, name } of list) {
      paths.push(`/${kind}/${encodeURIComponent(kind === 'rules' && id !== undefined ? id : `${type}:${name}`)}`);
    }
  }
  return new Set(paths);
}

async function removeNew(api: Api, before: Ids): Promise<void> {
  for (const path of await idsOf(api)) if (!before.has(path)) await api('DELETE', path);
}
