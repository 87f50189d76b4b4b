import type { Browser, Page } from 'playwright-core';
import { camera, launchBrowser, openPage, type View } from './browser.ts';
import { type Api, dataFolder, signIn, startProduct } from './product.ts';
import { seed } from './seed.ts';
import { type Sink, startSink } from './sink.ts';
import { signInPage } from './steps.ts';

/**
 * Everything a story about the console needs: a backend with a small plant's configuration, and a signed-in page.
 * What the story made is gone after `close`.
 */
export interface Stage {
  readonly browser: Browser;
  readonly page: Page;
  readonly api: Api;
  readonly url: string;
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

export async function openStage(story: string, options: { seeded?: boolean } = {}): Promise<Stage> {
  const data = dataFolder();
  const browser = await launchBrowser();
  const sink = await startSink();
  const product = await startProduct(data.path);
  const api = await signIn(product);
  if (options.seeded !== false) await seed(api, sink.url);
  const { page, errors } = await openPage(browser);
  page.setDefaultTimeout(10_000);
  await signInPage(page, product);
  return {
    browser,
    page,
    api,
    url: product.url,
    sink,
    errors,
    async open(route) {
      // What another test left half written is not this one's business.
      await page.evaluate(() => {
        for (const key of Object.keys(sessionStorage)) if (key.includes('draft')) sessionStorage.removeItem(key);
      });
      // Through an empty page: the same route with another query would only be a navigation inside the page.
      await page.goto('about:blank');
      await page.goto(`${product.url}#${route}`);
      await page.locator('main h1').first().waitFor();
    },
    picture: camera(story, page),
    async another(view) {
      const opened = await openPage(browser, view);
      opened.page.setDefaultTimeout(10_000);
      await signInPage(opened.page, product);
      return { page: opened.page, close: () => opened.context.close() };
    },
    async close() {
      await browser.close();
      await product.end('SIGINT');
      await sink.close();
      data.remove();
    },
  };
}
