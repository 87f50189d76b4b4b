/**
 * The console as a person meets it, measured in a real browser against the built product.
 * `npx tsx bench/console/run.ts` prints a table for each question:
 * what the first visit loads, how long a list of 10, 1,000 and 10,000 rules takes to stand there once its data has come,
 * how smoothly it scrolls, how long a key press takes in the editor and in a form, what 100 changes of page leave behind.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../e2e/browser.ts';
import { type Api, dataFolder, type Product, signIn, startProduct } from '../../e2e/product.ts';
import { signInPage, typeInto } from '../../e2e/steps.ts';

const SIZES = [10, 1_000, 10_000];
const VIEW = { theme: 'light', language: 'en', width: 1440, height: 900 } as const;

/** A page of a fresh profile. Functions sent into it carry the name helper of the compiler, which the page lacks. */
async function freshPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await openPage(browser, VIEW);
  await page.addInitScript('globalThis.__name = (value) => value');
  return { context, page };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function makeRules(api: Api, from: number, to: number): Promise<void> {
  for (let next = from; next < to; ) {
    const batch = Array.from({ length: Math.min(25, to - next) }, () => next++);
    await Promise.all(
      batch.map(async (n) => {
        const id = `line_${n}`;
        const sql = `SELECT payload.t AS t FROM "plant/${n}/#" WHERE t > ${n}`;
        const { status } = await api('POST', '/rules', { id, sql, actions: [{ function: 'console' }] });
        if (status !== 201) throw new Error(`rule ${id}: ${status}`);
      }),
    );
  }
}

/** From an empty cache, signing in included, to a list that can be read: bytes over the wire, by what they were. */
async function firstVisit(page: Page, product: Product): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = { page: 0, data: 0 };
  const requests = { page: 0, data: 0 };
  session.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, response.url.includes('/api/') ? 'data' : 'page');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) === 'data' ? 'data' : 'page';
    bytes[kind] += encodedDataLength;
    requests[kind]++;
  });
  const start = performance.now();
  await signInPage(page, product);
  await page.goto(`${product.url}#/rule/rules`);
  await page.getByRole('row').nth(5).waitFor();
  const ms = performance.now() - start;
  await page.waitForLoadState('networkidle');
  await session.detach();
  const part = (kind: 'page' | 'data') => `${(bytes[kind] / 1024).toFixed(0)} KiB in ${requests[kind]} requests`;
  return `| ${part('page')} | ${part('data')} | ${ms.toFixed(0)} ms |`;
}

/** From the last byte of the answer to the frame after the first row is there, in ms. */
async function listTime(page: Page, product: Product): Promise<number> {
  await page.goto('about:blank');
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector('main [role=row] a[href*="line_"], main tbody tr a[href*="line_"]') === null) return;
      look.disconnect();
      requestAnimationFrame(() => {
        (globalThis as { paintedAt?: number }).paintedAt = performance.now();
      });
    });
    look.observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${product.url}#/rule/rules`);
  await page.waitForFunction(() => (globalThis as { paintedAt?: number }).paintedAt !== undefined);
  return page.evaluate(() => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => /\/rules\?.*limit=1000/.test(entry.name)) as PerformanceResourceTiming[];
    return ((globalThis as { paintedAt?: number }).paintedAt ?? 0) - Math.max(...answers.map((one) => one.responseEnd));
  });
}

/** Frames a second while the list scrolls for 3 s. */
function scrollRate(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const scroller =
          [...document.querySelectorAll<HTMLElement>('main, main *')].find(
            (element) =>
              element.scrollHeight > element.clientHeight + 200 &&
              /auto|scroll/.test(getComputedStyle(element).overflowY),
          ) ?? document.documentElement;
        const start = performance.now();
        let frames = 0;
        const step = (): void => {
          frames++;
          scroller.scrollTop += 120;
          if (performance.now() - start < 3_000) requestAnimationFrame(step);
          else resolve((frames * 1_000) / (performance.now() - start));
        };
        requestAnimationFrame(step);
      }),
  );
}

/** Durations of the interactions while something is typed, in ms: what the browser reports as "event timing". */
async function typingTimes(page: Page, text: string): Promise<readonly number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    (globalThis as { times?: number[] }).times = times;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown' || entry.name === 'keypress') times.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(500);
  const slow = await page.evaluate(() => (globalThis as { times?: number[] }).times ?? []);
  // What took less than 16 ms is not reported: it counts as 8.
  return [...slow, ...Array.from({ length: Math.max(0, text.length - slow.length) }, () => 8)];
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find((one) => one.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 / 1024;
}

const data = dataFolder();
const browser = await launchBrowser();
const product = await startProduct(data.path);
try {
  const api = await signIn(product);
  await api('POST', '/connectors', { type: 'http', name: 'sink', url: 'http://127.0.0.1:1', enable: false });

  console.log('| rules | list painted after its data | scrolling |\n|---|---|---|');
  const firstVisits: string[] = [];
  let made = 0;
  for (const size of SIZES) {
    await makeRules(api, made, size);
    made = size;
    const { context, page } = await freshPage(browser);
    await signInPage(page, product);
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push(await listTime(page, product));
    const rate = size > 100 ? `${(await scrollRate(page)).toFixed(0)} frames/s` : 'nothing to scroll';
    console.log(`| ${size} | ${percentile(times, 0.5).toFixed(0)} ms | ${rate} |`);
    if (size === SIZES[1]) {
      const fresh = await freshPage(browser);
      const visit = await firstVisit(fresh.page, product);
      firstVisits.push(visit);
      await fresh.context.close();
    }
    await context.close();
  }

  console.log(
    '\n| first visit: scripts, styles, fonts | data of 1,000 rules | to a list that can be read |\n|---|---|---|',
  );
  for (const visit of firstVisits) console.log(visit);

  const { context, page } = await freshPage(browser);
  await signInPage(page, product);
  console.log('\n| typing | p50 | p75 | slowest |\n|---|---|---|---|');
  const report = (what: string, times: readonly number[]) =>
    console.log(
      `| ${what} | ${percentile(times, 0.5)} ms | ${percentile(times, 0.75)} ms | ${Math.max(...times)} ms |`,
    );
  await page.goto(`${product.url}#/rule/rules/create`);
  const fields = Array.from({ length: 196 }, (_, n) => `  payload.field_${n} AS field_${n}`).join(',\n');
  await typeInto(page, 'SQL of the rule', `SELECT\n${fields}\nFROM\n  "plant/#"\nWHERE payload.t > 1 `);
  await page.waitForTimeout(1_000);
  report(
    'in a statement of 200 lines',
    await typingTimes(page, 'AND payload.pressure > 20 AND clientid = 1 OR upper(topic) = 2 '),
  );
  await page.goto('about:blank');
  await page.goto(`${product.url}#/connector/create?type=mqtt`);
  await page.getByLabel('Name', { exact: true }).click();
  report('in a form', await typingTimes(page, 'a-name-of-some-length-for-a-connector'));

  const routes = [
    '/',
    '/connector',
    '/rule/rules',
    '/rule/actions',
    '/rule/source',
    '/webhook',
    '/settings',
    '/rule/rules/line_1',
    '/rule/rules/line_1?tab=settings',
    '/connector/http:sink',
  ];
  const walk = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      await page.evaluate(
        (route) => {
          location.hash = `#${route}`;
        },
        routes[n % routes.length],
      );
      await page.locator('main h1').first().waitFor();
      await page.waitForTimeout(50);
    }
  };
  await walk(30);
  const before = await heapOf(page);
  await walk(100);
  const after = await heapOf(page);
  console.log(
    `\n| heap before 100 changes of page | after |\n|---|---|\n| ${before.toFixed(1)} MiB | ${after.toFixed(1)} MiB |`,
  );
  await context.close();
} finally {
  await browser.close();
  await product.end('SIGINT');
  data.remove();
}
