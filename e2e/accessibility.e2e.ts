import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camera, launchBrowser, openPage, type View } from './browser.ts';
import { dataFolder, type Product, signIn, startProduct } from './product.ts';
import { seed } from './seed.ts';
import { type Sink, startSink } from './sink.ts';
import { signInPage } from './steps.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every screen, by its route. */
const SCREENS: Readonly<Record<string, string>> = {
  overview: '/',
  connectors: '/connector',
  'connector-type': '/connector/create',
  'connector-new': '/connector/create?type=http',
  'connector-new-mqtt': '/connector/create?type=mqtt',
  connector: '/connector/http:dispatch-api',
  rules: '/rule/rules',
  'rule-new': '/rule/rules/create',
  rule: '/rule/rules/cold_chain_breach',
  'rule-settings': '/rule/rules/cold_chain_breach?tab=settings',
  actions: '/rule/actions',
  action: '/rule/actions/http:dispatch-alerts',
  'action-settings': '/rule/actions/http:dispatch-alerts?tab=settings',
  sources: '/rule/source',
  source: '/rule/source/mqtt:hq-commands',
  'source-settings': '/rule/source/mqtt:hq-commands?tab=settings',
  webhooks: '/webhook',
  'webhook-new': '/webhook/create',
  settings: '/settings',
  'not-found': '/no-such-page',
};

const VIEWS: readonly View[] = [
  { theme: 'light', language: 'en', width: 1440, height: 900 },
  { theme: 'dark', language: 'zh', width: 1440, height: 900 },
  { theme: 'dark', language: 'en', width: 1024, height: 768 },
  { theme: 'light', language: 'zh', width: 390, height: 844 },
];

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What axe finds on the page as it stands, one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

describe('every screen', () => {
  const data = dataFolder();
  let browser: Browser;
  let product: Product;
  let sink: Sink;

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await startSink();
    product = await startProduct(data.path);
    await seed(await signIn(product), sink.url);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.end('SIGINT');
    await sink?.close();
    data.remove();
  });

  it.each(VIEWS)('$theme $language $width px: no violation, nothing wider than the page', async (view) => {
    const { context, page } = await openPage(browser, view);
    const picture = camera(`screens-${view.theme}-${view.language}-${view.width}`, page);
    const faults: string[] = [];
    await signInPage(page, product);
    for (const [name, route] of Object.entries(SCREENS)) {
      await page.goto(`${product.url}#${route}`);
      const heading = page.locator('main h1').first();
      if (
        !(await heading.waitFor({ timeout: 8_000 }).then(
          () => true,
          () => false,
        ))
      )
        faults.push(`${name}: no heading`);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(400);
      await picture(name);
      faults.push(...(await violations(page)).map((fault) => `${name}: ${fault}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) faults.push(`${name}: ${overflow} px wider than the page`);
    }
    await context.close();
    expect(faults).toEqual([]);
  });
});
