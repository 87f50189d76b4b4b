import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camera, launchBrowser, openPage } from './browser.ts';
import { type Api, dataFolder, type Product, signIn, startProduct } from './product.ts';
import { signInPage, typeInto } from './steps.ts';

/** Whatever is entered wrongly gets a clear error in API and console, and nothing is saved half. */
describe('bad input', () => {
  const data = dataFolder();
  let browser: Browser;
  let product: Product;
  let api: Api;
  let page: Page;
  let picture: (step: string) => Promise<void>;

  beforeAll(async () => {
    browser = await launchBrowser();
    product = await startProduct(data.path);
    api = await signIn(product);
    page = (await openPage(browser)).page;
    page.setDefaultTimeout(15_000);
    picture = camera('bad-input', page);
    await signInPage(page, product);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.end('SIGINT');
    data.remove();
  });

  const url = (path: string): URL => new URL(`api/v5${path}`, product.url);

  async function closedPort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  }

  describe('in the API', () => {
    it('a body that is not JSON', async () => {
      const token = await tokenOf();
      const answer = await fetch(url('/rules'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{"sql":',
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(/json/i) });
    });

    it('a body that is too large', async () => {
      const token = await tokenOf();
      const answer = await fetch(url('/rules'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ sql: 'x'.repeat(2_000_000) }),
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({
        code: expect.any(String),
        message: expect.stringMatching(/MiB|large/i),
      });
    });

    it.each([
      [undefined, 'AUTHORIZATION_HEADER_ERROR'],
      ['Bearer nonsense', 'BAD_TOKEN'],
    ])('authorization %s', async (authorization, code) => {
      const answer = await fetch(url('/rules'), { headers: authorization === undefined ? {} : { authorization } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code });
    });

    it('a statement that does not parse, with its position, and a name that is none: nothing is saved', async () => {
      const rule = await api('POST', '/rules', { id: 'broken', sql: 'SELECT a FORM "t/#"', actions: [] });
      expect(rule).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(JSON.stringify(rule.body)).toMatch(/line 1|column|1:/i);
      expect((await api('GET', '/rules/broken')).status).toBe(404);
      const connector = await api('POST', '/connectors', { type: 'http', name: 'a b', url: 'http://127.0.0.1:1' });
      expect(connector.status).toBe(400);
      expect((await api('GET', '/connectors')).body).toEqual([]);
    });

    it('a connection test of a target that refuses', async () => {
      const target = `http://127.0.0.1:${await closedPort()}`;
      const answer = await api('POST', '/connectors_probe', { type: 'http', name: 'p', url: target });
      expect(answer).toMatchObject({ status: 400, body: { code: 'TEST_FAILED' } });
    });

    async function tokenOf(): Promise<string> {
      const { body } = await api('POST', '/login', { username: 'admin', password: 'sluice-e2e-1' });
      return (body as { token: string }).token;
    }
  });

  describe('in the console', () => {
    it('a wrong password', async () => {
      const { context, page: other } = await openPage(browser);
      await other.goto(product.url);
      await other.getByLabel('Name').fill('admin');
      await other.getByLabel('Password', { exact: true }).fill('not-this-one-1');
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.getByText(/do not belong together/).waitFor();
      await context.close();
    });

    it('a name with a space gets the rule and a better name; an unreachable target says what failed', async () => {
      await page.goto(`${product.url}#/connector/create?type=http`);
      await page.getByLabel('Name', { exact: true }).fill('dispatch api');
      await page.getByLabel(/^URL/).fill(`http://127.0.0.1:${await closedPort()}`);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Use dispatch-api').waitFor();
      await picture('invalid-name');
      await page.getByText('Use dispatch-api').click();
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByText('Nothing is saved by testing').waitFor();
      await page
        .getByText(/refused|nothing listens|does not answer/i)
        .first()
        .waitFor();
      await picture('target-refuses');
      expect((await api('GET', '/connectors')).body).toEqual([]);
    });

    it('SQL that does not parse is shown where it is wrong, with what is expected', async () => {
      // Through an empty page: the form of the story before would ask whether to leave it.
      await page.goto('about:blank');
      await page.goto(`${product.url}#/rule/rules/create`);
      await page.getByLabel('ID', { exact: true }).fill('broken');
      await typeInto(page, 'SQL of the rule', 'SELECT payload.a\nFORM "t/#"\nWHERE 1 = 1');
      await page
        .getByText(/^\d errors?$/)
        .first()
        .waitFor();
      const editor = page.getByLabel('SQL of the rule');
      expect(await editor.locator('.cm-wave-error').first().textContent()).toBe('FORM');
      await editor.locator('.cm-note-error').getByText('FROM', { exact: true }).first().waitFor();
      await picture('sql-error');
      await page.getByText('Line 2 has an error').waitFor();
      await page.getByRole('button', { name: 'Create rule' }).click();
      const question = page.getByRole('dialog').filter({ hasText: 'The statement has errors' });
      await question.getByText('Line 2').waitFor();
      await question.getByRole('button', { name: 'Create anyway' }).click();
      await page
        .locator('.toast')
        .getByText(/^400 BAD_REQUEST/)
        .waitFor();
      expect((await api('GET', '/rules/broken')).status).toBe(404);
    });

    it('a session that ended leads back to the sign-in, and from there to where one was', async () => {
      const { context, page: other } = await openPage(browser);
      await signInPage(other, product);
      await other.goto(`${product.url}#/rule/actions`);
      await other.evaluate(async () => {
        const key = Object.keys(sessionStorage).find((name) => /token|session/i.test(name));
        if (key === undefined) throw new Error('no stored session');
        const token = /eyJ[\w.-]+|[\w-]{20,}/.exec(sessionStorage.getItem(key) ?? '')?.[0];
        await fetch('api/v5/logout', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{"username":"admin"}',
        });
      });
      await other.getByRole('button', { name: 'Sign in' }).waitFor();
      await other.getByLabel('Name').fill('admin');
      await other.getByLabel('Password', { exact: true }).fill('sluice-e2e-1');
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.waitForURL(/#\/rule\/actions/);
      await context.close();
    });
  });
});
