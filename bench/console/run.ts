/**
 * The console as a person meets it, measured in a real browser against the built product.
 * `npx tsx bench/console/run.ts` prints a table for each question:
 * what the first visit loads, how long a list of 10, 1,000 and 10,000 rules takes to stand there once its data has come,
 * how smoothly it scrolls, how long a key press takes in the editor, in a large form and in the search of a long list,
 * what 200 changes of page leave behind. The bars are those of the design; a run is worth something on a quiet machine.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../e2e/browser.ts';
import { type Api, dataFolder, type Product, signIn, startProduct } from '../../e2e/product.ts';
import { settled } from '../../e2e/screens.ts';
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

/** From the last byte of the last answer to the frame in which all rules are counted and the first one is there, in ms. */
async function listTime(page: Page, product: Product, size: number): Promise<number> {
  await page.goto('about:blank');
  await page.addInitScript((rows) => {
    const page = globalThis as { paintedAt?: number };
    const look = new MutationObserver(() => {
      const list = document.querySelector(`main [aria-rowcount="${rows}"]`);
      if (list?.querySelector('tbody a[href*="line_"]') == null) return;
      look.disconnect();
      // The task after the next frame: by then that frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          page.paintedAt = performance.now();
        };
        port2.postMessage(0);
      });
    });
    look.observe(document, { subtree: true, childList: true, attributes: true });
  }, size + 1);
  await page.goto(`${product.url}#/rule/rules`);
  await page.waitForFunction(() => (globalThis as { paintedAt?: number }).paintedAt !== undefined);
  return page.evaluate(() => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => /\/rules\?.*limit=1000/.test(entry.name)) as PerformanceResourceTiming[];
    return ((globalThis as { paintedAt?: number }).paintedAt ?? 0) - Math.max(...answers.map((one) => one.responseEnd));
  });
}

interface Scrolling {
  readonly framesPerSecond: number;
  /** Frames in which there was no row in the middle of the window. */
  readonly blank: number;
}

/** The list scrolls for 3 s, 120 px a frame. */
function scroll(page: Page): Promise<Scrolling> {
  return page.evaluate(
    () =>
      new Promise<Scrolling>((resolve) => {
        const start = performance.now();
        let frames = 0;
        let blank = 0;
        const step = (): void => {
          frames++;
          if (document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[data-row]') == null) blank++;
          document.documentElement.scrollTop += 120;
          const ms = performance.now() - start;
          if (ms < 3_000) requestAnimationFrame(step);
          else resolve({ framesPerSecond: (frames * 1_000) / ms, blank });
        };
        requestAnimationFrame(step);
      }),
  );
}

interface Interaction {
  /** From the key to the next frame, in ms: what counts for INP. */
  readonly duration: number;
  /** The part of it that event handlers took, in ms. */
  readonly handlers: number;
}

/** What the browser reports of each key press while something is typed, one every 100 ms. */
async function typing(page: Page, text: string): Promise<readonly Interaction[]> {
  await page.evaluate(() => {
    const seen = new Map<number, { duration: number; handlers: number }>();
    (globalThis as { seen?: typeof seen }).seen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        // The parts of one key press (down, press, up) are one interaction, which takes as long as its longest part.
        if (entry.interactionId === 0) continue;
        const before = seen.get(entry.interactionId) ?? { duration: 0, handlers: 0 };
        seen.set(entry.interactionId, {
          duration: Math.max(before.duration, entry.duration),
          handlers: Math.max(before.handlers, entry.processingEnd - entry.processingStart),
        });
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.keyboard.type(text, { delay: 100 });
  await page.waitForTimeout(500);
  const reported = await page.evaluate(() => [
    ...((globalThis as { seen?: Map<number, Interaction> }).seen?.values() ?? []),
  ]);
  // What took less than 16 ms is not reported: it counts as 8.
  const quick = Math.max(0, text.length - reported.length);
  return [...reported, ...Array.from({ length: quick }, () => ({ duration: 8, handlers: 0 }))];
}

interface Memory {
  readonly heapMiB: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What is left after the garbage has been collected. */
async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heapMiB: of('JSHeapUsedSize') / 1024 / 1024, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Changes the page by its address, as links do, and waits until the new one has all it shows. */
async function walk(page: Page, routes: readonly string[], times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await page.evaluate(
      (route) => {
        // Of the page before, so that its heading is not taken for the new one's.
        for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-before', '');
        location.hash = `#${route}`;
      },
      routes[n % routes.length] ?? '/',
    );
    await page.locator('main h1:not([data-before])').first().waitFor();
    await settled(page);
  }
}

const data = dataFolder();
const browser = await launchBrowser();
const product = await startProduct(data.path);
try {
  const api = await signIn(product);
  await api('POST', '/connectors', { type: 'http', name: 'sink', url: 'http://127.0.0.1:1', enable: false });

  console.log(
    '| rules | list painted after its data (bar 150 ms) | scrolling (bar 55 frames/s) | frames without rows |',
  );
  console.log('|---|---|---|---|');
  let visit = '';
  let made = 0;
  for (const size of SIZES) {
    await makeRules(api, made, size);
    made = size;
    const { context, page } = await freshPage(browser);
    await signInPage(page, product);
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push(await listTime(page, product, size));
    const shown = `| ${size} | ${percentile(times, 0.5).toFixed(0)} ms |`;
    if (size > 100) {
      const { framesPerSecond, blank } = await scroll(page);
      console.log(`${shown} ${framesPerSecond.toFixed(0)} frames/s | ${blank} |`);
    } else console.log(`${shown} nothing to scroll | |`);
    if (size === 1_000) {
      const fresh = await freshPage(browser);
      visit = await firstVisit(fresh.page, product);
      await fresh.context.close();
    }
    await context.close();
  }

  console.log(
    '\n| first visit: scripts, styles, fonts (bar 260 KiB) | data of 1,000 rules | to a list that can be read |',
  );
  console.log(`|---|---|---|\n${visit}`);

  const { context, page } = await freshPage(browser);
  await signInPage(page, product);
  console.log(
    '\n| a key press, to the next frame | p50 | p75 (bar 50 ms) | p98 | handlers, p75 |\n|---|---|---|---|---|',
  );
  const report = (what: string, all: readonly Interaction[]) => {
    const durations = all.map((one) => one.duration);
    const handlers = percentile(
      all.map((one) => one.handlers),
      0.75,
    );
    const [half, most, worst] = [0.5, 0.75, 0.98].map((share) => `${percentile(durations, share)} ms`);
    console.log(`| ${what} | ${half} | ${most} | ${worst} | ${handlers.toFixed(0)} ms |`);
  };
  const text = 'AND payload.pressure > 20 AND clientid = 1 OR upper(topic) = 2 ';
  await page.goto(`${product.url}#/rule/rules/create`);
  await page.getByLabel('SQL of the rule').click();
  await page.keyboard.press('ControlOrMeta+End');
  report('in a short statement', await typing(page, ` WHERE qos = 1 ${text}`));
  const fields = Array.from({ length: 196 }, (_, n) => `  payload.field_${n} AS field_${n}`).join(',\n');
  await typeInto(page, 'SQL of the rule', `SELECT\n${fields}\nFROM\n  "plant/#"\nWHERE payload.t > 1 `);
  await settled(page);
  report('in a statement of 200 lines', await typing(page, text));
  await page.goto('about:blank');
  await page.goto(`${product.url}#/connector/create?type=azure_event_hub_producer`);
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await page.getByRole('switch', { name: 'TLS' }).click();
  const controls = await page.locator('main form').locator('input, select, textarea, [role=switch]').count();
  await name.click();
  report(`in a form of ${controls} fields`, await typing(page, 'a-name-of-some-length-for-a-connector'));
  await page.goto('about:blank');
  await page.goto(`${product.url}#/rule/rules`);
  await page.locator('main tbody a').first().waitFor();
  await page.locator('[data-list-search]').click();
  report('in the search of 10,000 rules', await typing(page, 'line_99'));

  // No page twice in a row, the first and the last included: each change brings a heading of its own.
  const routes = [
    '/connector',
    '/rule/rules/line_1',
    '/rule/rules',
    '/rule/actions',
    '/rule/source',
    '/rule/rules/line_1?tab=settings',
    '/webhook',
    '/mqtt',
    '/settings',
    '/connector/http:sink',
    '/',
  ];
  // Through an empty page: the forms above would ask whether to leave them.
  await page.goto('about:blank');
  await page.goto(product.url);
  await page.locator('main h1').first().waitFor();
  console.log('\n| changes of page | heap | nodes | listeners |\n|---|---|---|---|');
  for (const [changes, sum] of [
    // Whole rounds, so that the next one does not begin where this one ended.
    [33, 33],
    [110, 143],
    [110, 253],
  ] as const) {
    await walk(page, routes, changes);
    const { heapMiB, nodes, listeners } = await memoryOf(page);
    console.log(`| ${sum} | ${heapMiB.toFixed(1)} MiB | ${nodes} | ${listeners} |`);
  }
  await context.close();
} finally {
  await browser.close();
  await product.end('SIGINT');
  data.remove();
}
