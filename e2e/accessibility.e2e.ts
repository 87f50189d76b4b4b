import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camera, launchBrowser, openPage, type View } from './browser.ts';
import { openPlant, type Plant } from './plant.ts';
import { dataFolder, type Product, signIn, startProduct } from './product.ts';
import { EMPTY_SCREENS, goTo, SCREENS, type Screen, settled } from './screens.ts';
import { type Sink, startSink } from './sink.ts';
import { signInPage } from './steps.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VIEWS: readonly View[] = [
  { theme: 'light', language: 'en', width: 1440, height: 900 },
  { theme: 'dark', language: 'zh', width: 1440, height: 900 },
  { theme: 'dark', language: 'en', width: 1024, height: 768 },
  { theme: 'light', language: 'zh', width: 390, height: 844 },
];

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/**
 * The list of completions is scrolled with the arrow keys of the editor that it belongs to; it needs no focus of its own.
 * Routes are hash addresses: a tab that is scrolled out of sight looks like a link to a place on the page.
 */
const EXPECTED = /^scrollable-region-focusable: <ul id="cm-ac-|^skip-link: <a href="\/#\//;

/** What axe finds on the page as it stands, one line each. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return result.violations
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    .filter((fault) => !EXPECTED.test(fault));
}

describe('every screen', () => {
  const data = dataFolder();
  let browser: Browser;
  let product: Product;
  let target: Sink;
  let refusing: Sink;
  let plant: Plant | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
    target = await startSink();
    refusing = await startSink({ status: () => 422 });
    product = await startProduct(data.path);
  });
  afterAll(async () => {
    await plant?.close();
    await browser?.close();
    await product?.end('SIGINT');
    await target?.close();
    await refusing?.close();
    data.remove();
  });

  /** Goes through the screens, looks at each, and says what is wrong with which. */
  async function walk(view: View, screens: readonly Screen[]): Promise<string[]> {
    const { context, page, errors } = await openPage(browser, view);
    page.setDefaultTimeout(20_000);
    const folder = screens === EMPTY_SCREENS ? 'screens-empty' : 'screens';
    const picture = camera(`${folder}-${view.theme}-${view.language}-${view.width}`, page);
    const faults: string[] = [];
    await page.goto(product.url);
    await page.locator('[type=submit]').waitFor();
    await settled(page);
    faults.push(...(await violations(page)).map((fault) => `sign-in: ${fault}`));
    await signInPage(page, product);
    for (const screen of screens) {
      if (screen.isForDesk === true && view.width < 600) continue;
      const { name } = screen;
      try {
        await goTo(page, product.url, screen);
      } catch (error) {
        faults.push(`${name}: ${String(error).split('\n')[0]}`);
      }
      await picture(name);
      faults.push(...(await violations(page)).map((fault) => `${name}: ${fault}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) faults.push(`${name}: ${overflow} px wider than the page`);
    }
    await context.close();
    return [...faults, ...errors];
  }

  it.each(VIEWS.slice(1, 3))('$theme $language $width px, nothing configured yet: no violation', async (view) => {
    expect(await walk(view, EMPTY_SCREENS)).toEqual([]);
  });

  it('has something to show', async () => {
    const api = await signIn(product);
    const mqtt = `mqtt://${new URL(product.mqtt).host}`;
    plant = await openPlant(api, { target: target.url, refusing: refusing.url, mqtt });
    await expect
      .poll(async () => ((await api('GET', '/sluice/dead_letters')).body as { data: unknown[] }).data.length)
      .toBe(3);
  });

  it.each(VIEWS)(
    '$theme $language $width px: no violation, nothing wider than the page',
    { timeout: 600_000 },
    async (view) => {
      expect(await walk(view, SCREENS)).toEqual([]);
    },
  );
});
