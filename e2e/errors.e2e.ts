import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';
import { seen } from './steps.ts';

/** The error catalogue in the page (specification §8): what a person sees, how often and how long. */
describe.each(BACKENDS)('errors, $name', (backend) => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await openStage('errors', backend);
    page = stage.page;
  });
  afterAll(() => stage?.close());
  // What one story answers in the place of the backend is gone for the next, even if it failed.
  afterEach(() => stage.page.unrouteAll({ behavior: 'ignoreErrors' }));

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const toasts = () => page.locator('.toast');

  /** Answers one call of the page in the place of the backend, until the returned function is called. */
  async function answer(url: string, status: number, body: unknown): Promise<() => Promise<void>> {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    await page.route(url, (route) => route.fulfill({ status, body: text, contentType: 'application/json' }));
    return () => page.unroute(url);
  }

  async function enable(): Promise<void> {
    await stage.open('/connector/http:siem');
    await page.getByRole('switch', { name: 'Enable siem' }).click();
  }

  it.each([
    [409, { code: 'CONFLICT', message: 'somebody was faster' }, '409 CONFLICT: somebody was faster'],
    [400, { code: 'BAD_REQUEST', message: { path: 'root.x' } }, '400 BAD_REQUEST: {"path":"root.x"}'],
    [503, undefined, '503 Network error'],
  ])('%i is shown as status, code and message', async (status, body, text) => {
    const undo = await answer('**/api/v5/connectors/http%3Asiem/enable/true', status, body);
    await enable();
    await toasts().getByText(text).waitFor();
    await stage.picture(`status-${status}`);
    await undo();
    await toasts().getByRole('button', { name: 'Dismiss' }).click();
    expect(await toasts().count()).toBe(0);
  });

  it('no answer at all is said once, however many calls are under way', async () => {
    await stage.open('/connector/http:siem');
    const failed: string[] = [];
    await page.route('**/api/v5/**', async (route) => {
      await route.abort('connectionrefused');
      failed.push(new URL(route.request().url()).pathname);
    });
    await page.getByRole('switch', { name: 'Enable siem' }).click();
    await button('Test connection').click();
    await expect.poll(() => failed.filter((path) => /enable|probe/.test(path)).length).toBe(2);
    await toasts().getByText('Network error').first().waitFor();
    // Both have failed: a second message would stand there after the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await toasts().filter({ hasText: 'Network error' }).count()).toBe(1);
    await stage.picture('no-answer');
    await page.unroute('**/api/v5/**');
  });

  it('stays 3 seconds at least, longer while the pointer holds it, and leaves by itself', async () => {
    const { page: other, close } = await stage.another();
    const toast = other.locator('.toast').filter({ hasText: '400 X: short' });
    await other.route('**/connectors/http%3Asiem/enable/true', (route) =>
      route.fulfill({ status: 400, json: { code: 'X', message: 'short' } }),
    );
    await other.goto(`${stage.access.url}#/connector/http:siem`);
    const toggle = other.getByRole('switch', { name: 'Enable siem' });
    await toggle.waitFor();
    // From here on the time of the page is ours: the test asks when, not how fast the machine is.
    await other.clock.install();
    await other.clock.pauseAt(Date.now() + 60_000);
    const fail = async () => {
      await toggle.click();
      await expect.poll(() => other.clock.runFor(1).then(() => toast.count())).toBe(1);
    };
    await fail();
    await other.clock.runFor(2_800);
    expect(await toast.count()).toBe(1);
    await other.clock.runFor(300);
    expect(await toast.count()).toBe(0);
    await fail();
    await toast.hover();
    await other.clock.runFor(20_000);
    expect(await toast.count()).toBe(1);
    await other.mouse.move(10, 10);
    await other.clock.runFor(3_100);
    expect(await toast.count()).toBe(0);
    await close();
  });

  it.each(['BAD_TOKEN', 'TOKEN_TIME_OUT', 'ANYTHING'])(
    '401 %s ends the session, says why, and keeps the way back',
    async (code) => {
      const { page: other, close } = await stage.another();
      await other.goto(`${stage.access.url}#/rule/actions`);
      await other.getByRole('heading', { name: 'Actions' }).waitFor();
      await other.route('**/api/v5/connectors', (route) =>
        route.fulfill({ status: 401, body: JSON.stringify({ code, message: 'x' }), contentType: 'application/json' }),
      );
      await other.evaluate(() => {
        location.hash = '#/connector';
      });
      await other.getByRole('button', { name: 'Sign in' }).waitFor();
      await other
        .getByText(code === 'ANYTHING' ? 'The backend asked for a new sign-in.' : 'Your session has ended')
        .waitFor();
      await other.unroute('**/api/v5/connectors');
      await other.locator('[autocomplete=username]').fill(stage.access.username ?? '');
      await other.locator('[autocomplete=current-password]').fill(stage.access.password ?? '');
      await other.locator('[type=submit]').click();
      await other.waitForURL(/#\/connector$/);
      await other.getByRole('link', { name: 'dispatch-api' }).waitFor();
      await close();
    },
  );

  it('a wrong password is said at the form', async () => {
    const { page: other, close } = await stage.another();
    await other.evaluate(() => sessionStorage.clear());
    await other.goto('about:blank');
    await other.goto(stage.access.url);
    await other.locator('[autocomplete=username]').fill(stage.access.username ?? '');
    await other.locator('[autocomplete=current-password]').fill('wrong-one-1');
    await other.locator('[type=submit]').click();
    await other.getByText('This name and password do not belong together').waitFor();
    await close();
  });

  it('a list that cannot be loaded says so, and tries again', async () => {
    const undo = await answer('**/api/v5/connectors', 500, { code: 'INTERNAL_ERROR', message: 'no' });
    await stage.open('/connector');
    await page.getByText('The connectors could not be loaded').waitFor();
    await stage.picture('list-failed');
    await undo();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('link', { name: 'dispatch-api' }).waitFor();
  });

  it('a choice of connectors that cannot be loaded says so too', async () => {
    const undo = await answer('**/api/v5/connectors', 500, { code: 'INTERNAL_ERROR', message: 'no' });
    await stage.open('/rule/actions/http:dispatch-alerts?tab=settings');
    await page.getByText('The connectors could not be loaded').first().waitFor();
    await undo();
  });

  it('an object of a type nobody knows still lists, opens and can be deleted', async () => {
    const alien = { type: 'warp_drive', name: 'one', status: 'humming', enable: true, node_status: [], actions: [] };
    await page.route('**/api/v5/connectors', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const real = await (await route.fetch()).json();
      await route.fulfill({ json: [...real, alien] });
    });
    await page.route('**/api/v5/connectors/warp_drive%3Aone', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fulfill({ json: alien }),
    );
    await stage.open('/connector');
    const row = page.getByRole('main').getByRole('row', { name: /one/ }).first();
    await row.getByText('Disconnected').waitFor();
    await row.getByRole('link', { name: 'one', exact: true }).click();
    await button('Delete…').waitFor();
    await stage.picture('unknown-type');
    await button('Delete…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete connector' }).click();
    await page.getByText('Connector one deleted').waitFor();
    await page.unroute('**/api/v5/connectors');
    await page.unroute('**/api/v5/connectors/warp_drive%3Aone');
  });

  it.each(['connecting', 'disconnected', 'inconsistent'])('the reason of %s is shown on hover', async (status) => {
    await page.route('**/api/v5/connectors/http%3Asiem', async (route) => {
      const real = await (await route.fetch()).json();
      const node_status = [{ node: 'emqx@10.0.0.1', status, status_reason: 'the door is locked' }];
      await route.fulfill({
        json: { ...real, enable: true, status, status_reason: 'the door is locked', node_status },
      });
    });
    await stage.open('/connector/http:siem');
    await page.getByRole('main').locator('.status-anchor').first().hover();
    await page.getByRole('tooltip').getByText('the door is locked').waitFor();
    await page.unroute('**/api/v5/connectors/http%3Asiem');
  });

  it('a cluster whose nodes differ is inconsistent, and the tooltip lists them', async () => {
    await page.route('**/api/v5/connectors/http%3Asiem', async (route) => {
      const real = await (await route.fetch()).json();
      const node_status = [
        { node: 'emqx@10.0.0.1', status: 'connected' },
        { node: 'emqx@10.0.0.2', status: 'disconnected', status_reason: 'econnrefused' },
      ];
      await route.fulfill({ json: { ...real, enable: true, status: 'inconsistent', node_status } });
    });
    await stage.open('/connector/http:siem');
    await page.getByRole('main').locator('.status-anchor').first().hover();
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    const text = await seen(tip);
    expect(text).toContain('emqx@10.0.0.1');
    expect(text).toMatch(/emqx@10\.0\.0\.2\s+Disconnected\s+.*econnrefused/s);
    await stage.picture('inconsistent');
    // Only the node that is not connected can be told to reconnect.
    let path = '';
    await page.route('**/api/v5/nodes/**/start', (route) => {
      path = new URL(route.request().url()).pathname;
      return route.fulfill({ status: 204 });
    });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'emqx@10.0.0.2' })
      .getByRole('button', { name: 'Reconnect' })
      .click();
    await expect
      .poll(() => decodeURIComponent(path))
      .toMatch(/\/nodes\/emqx@10\.0\.0\.2\/connectors\/http:siem\/start$/);
    await page.unroute('**/api/v5/nodes/**/start');
    await page.unroute('**/api/v5/connectors/http%3Asiem');
  });

  it('nothing broke the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
