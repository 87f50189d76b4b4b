import { connectAsync } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { camera, launchBrowser, openPage } from './browser.ts';
import { dataFolder, type Product, startProduct } from './product.ts';
import { type Sink, startSink } from './sink.ts';
import { seen, signInPage, typeInto } from './steps.ts';

/** The main job, as a newcomer does it: from signing in to a webhook that receives what a device published. */
describe('the first message', () => {
  const data = dataFolder();
  let browser: Browser;
  let sink: Sink;
  let product: Product;
  let page: Page;
  let errors: string[];
  let picture: (step: string) => Promise<void>;

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await startSink();
    product = await startProduct(data.path);
    const opened = await openPage(browser);
    page = opened.page;
    errors = opened.errors;
    page.setDefaultTimeout(15_000);
    picture = camera('first-message', page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.end('SIGINT');
    await sink?.close();
    data.remove();
  });

  // Each step builds on the one before.
  let broken = false;
  beforeEach(({ skip }) => {
    if (broken) skip('an earlier step failed');
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    broken = true;
    await picture('failed');
  });

  async function publish(payload: object): Promise<void> {
    const client = await connectAsync(`mqtt://${new URL(product.mqtt).host}`, {
      clientId: 'tk-0417',
      protocolVersion: 5,
    });
    await client.publishAsync('fleet/tk-0417/telemetry', JSON.stringify(payload), { qos: 1 });
    await client.endAsync();
  }

  it('signs in', async () => {
    await signInPage(page, product);
    await picture('signed-in');
  });

  it('tests and creates a webhook connector', async () => {
    await page.getByRole('link', { name: /^Connectors/ }).click();
    await page
      .getByRole('link', { name: /Connect the first system|New connector/ })
      .first()
      .click();
    await page.getByRole('radio', { name: /^Webhook/ }).check();
    await picture('connector-type');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Name', { exact: true }).fill('dispatch-api');
    await page.getByLabel(/^URL/).fill(sink.url);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection successful').first().waitFor();
    await picture('connector-tested');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create rule' }).waitFor();
    await picture('connector-created');
    await dialog.getByRole('button', { name: 'Create rule' }).click();
  });

  it('writes a rule with the new action as its output', async () => {
    // Coming from the connector, the drawer for an output is already open with type and connector chosen.
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name', { exact: true }).fill('dispatch-alerts');
    await drawer.getByLabel(/^Path/).fill('/alerts/${truck}');
    await picture('action-form');
    await drawer
      .getByRole('button', { name: /^(Create|Add)/ })
      .last()
      .click();
    await page.getByText('http:dispatch-alerts').first().waitFor();

    await page.getByLabel('ID', { exact: true }).fill('cold_chain_breach');
    await typeInto(
      page,
      'SQL of the rule',
      [
        'SELECT clientid AS truck, payload.temp_c AS temp',
        'FROM "fleet/+/telemetry"',
        'WHERE payload.temp_c > payload.set_c + 3',
      ].join('\n'),
    );
    await picture('rule-written');
  });

  it('tries it on sample data before saving', async () => {
    await typeInto(page, 'Payload of the event', '{"temp_c": -10.5, "set_c": -18, "big": 9007199254740993}');
    await page.getByRole('button', { name: /^Run/ }).click();
    const result = page.getByRole('region', { name: 'Try it' }).locator('.try-result');
    await result.getByText('Would be sent').waitFor();
    await result.getByText('-10.5', { exact: true }).first().waitFor();
    await result.getByText(`${sink.url}/alerts/`, { exact: false }).first().waitFor();
    await picture('rule-tried');
    expect(sink.received).toHaveLength(0);
  });

  it('saves it', async () => {
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('Rule cold_chain_breach created').waitFor();
    await picture('rule-saved');
  });

  it('sees the message arrive at the other side', async () => {
    await publish({ temp_c: -10.5, set_c: -18 });
    await publish({ temp_c: -17, set_c: -18 });
    await sink.waitFor(1);
    const [request] = sink.received;
    expect(request?.method).toBe('POST');
    expect(request?.path).toBe('/alerts/tk-0417');
    expect(JSON.parse(request?.body ?? '')).toEqual({ truck: 'tk-0417', temp: -10.5 });
    expect(request?.headers['content-type']).toContain('application/json');
  });

  it('sees it in the counters', async () => {
    await page.goto(`${product.url}#/rule/rules/cold_chain_breach`);
    await expect.poll(() => counter('Matched'), { timeout: 15_000 }).toBe('2');
    await expect.poll(() => counter('Passed'), { timeout: 15_000 }).toBe('1');
    await picture('rule-counters');
    await page.goto(`${product.url}#/rule/actions/http:dispatch-alerts`);
    await expect.poll(() => counter('Delivered'), { timeout: 15_000 }).toBe('1');
    await picture('action-counters');
    expect(sink.received).toHaveLength(1);
  });

  /** The number below a label of the ledger. */
  async function counter(label: string): Promise<string | undefined> {
    return new RegExp(`^${label}\\s+([\\d,]+)$`, 'm').exec(await seen(page.getByRole('main')))?.[1];
  }

  it('is still there and still works after a restart', async () => {
    // An open page would go on asking and find nobody there.
    await page.goto('about:blank');
    await product.end('SIGINT');
    product = await startProduct(data.path);
    await signInPage(page, product);
    await page.goto(`${product.url}#/rule/rules`);
    await page.getByRole('link', { name: 'cold_chain_breach' }).waitFor();
    await picture('after-restart');
    await publish({ temp_c: 4, set_c: -18 });
    await sink.waitFor(2);
    expect(JSON.parse(sink.received[1]?.body ?? '')).toEqual({ truck: 'tk-0417', temp: 4 });
  });

  it('had no error in the page', () => {
    expect(errors).toEqual([]);
  });
});
