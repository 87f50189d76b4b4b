import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** Settings: users, and the forms of the cluster, MQTT and sessions (form kinds of specification §2). */
describe.each(BACKENDS)('settings, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('settings', backend);
  });
  afterAll(() => stage?.close());

  const main = () => stage.page.getByRole('main');

  it('has a page for each of its parts, all of them links', async () => {
    await stage.open('/settings');
    const links = main().getByRole('navigation').or(main().getByRole('tablist')).first().getByRole('link');
    const names = await links.allTextContents();
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      await main().getByRole('link', { name, exact: true }).first().click();
      await main().locator('h1').waitFor();
      await stage.page.waitForLoadState('networkidle');
      await expect.poll(() => main().locator('[aria-busy=true]').count()).toBe(0);
      await stage.picture(name.toLowerCase().replace(/\W+/g, '-'));
    }
  });

  it('offers to invite a node where nodes are joined by hand', async () => {
    const { page } = stage;
    const cluster = { name: 'plant', discovery_strategy: 'manual' };
    await page.route('**/api/v5/sluice/capabilities', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.route('**/api/v5/cluster', (route) =>
      route.fulfill({ json: { name: 'plant', nodes: ['emqx@10.0.0.1'], self: 'emqx@10.0.0.1' } }),
    );
    await page.route('**/api/v5/configs**', (route) => route.fulfill({ json: { cluster, ...cluster } }));
    await stage.open('/settings?tab=cluster');
    await main()
      .getByRole('button', { name: /Invite/ })
      .waitFor();
    await stage.picture('invite');
    await page.unroute('**/api/v5/sluice/capabilities');
    await page.unroute('**/api/v5/cluster');
    await page.unroute('**/api/v5/configs**');
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
