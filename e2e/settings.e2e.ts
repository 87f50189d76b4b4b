import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openPage } from './browser.ts';
import { signIn } from './product.ts';
import { openStage, type Stage } from './stage.ts';
import { signInPage } from './steps.ts';

/** Settings: users, keys, import and export, and the forms of the cluster, MQTT and sessions (specification §2). */
describe.each(BACKENDS)('settings, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('settings', backend);
  });
  afterAll(() => stage?.close());
  // What one story answers in the place of the backend is gone for the next, even if it failed.
  afterEach(() => stage.page.unrouteAll({ behavior: 'ignoreErrors' }));

  const main = () => stage.page.getByRole('main');
  const dialog = () => stage.page.getByRole('dialog').last();
  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });

  it('has a page for each of its parts, all of them links', async () => {
    await stage.open('/settings');
    const links = main().getByRole('navigation', { name: 'Settings' }).getByRole('link');
    const names = await links.allTextContents();
    expect(names).toEqual([
      'Preferences',
      'Users',
      'API keys',
      'MQTT',
      'Session',
      'Cluster',
      'Export and import',
      'Changes',
      'About',
    ]);
    const texts = new Set<string>();
    for (const name of names) {
      const link = main().getByRole('link', { name, exact: true });
      const tab = /tab=(\w+)/.exec((await link.getAttribute('href')) ?? '')?.[1];
      await link.click();
      await stage.page.waitForURL(new RegExp(`tab=${tab}`));
      await main().locator('[aria-current=page]').getByText(name, { exact: true }).waitFor();
      await stage.page.waitForLoadState('networkidle');
      await expect.poll(() => main().locator('[aria-busy=true]').count()).toBe(0);
      // Where recorded answers stand in, there is none for the settings of a zone: the page says so and offers to try again.
      const isAbsent = !backend.runsMessages && /^(MQTT|Session)$/.test(name);
      expect(await main().getByText('could not be loaded').count(), name).toBe(isAbsent ? 1 : 0);
      expect(await main().getByRole('button', { name: 'Try again' }).count(), name).toBe(isAbsent ? 1 : 0);
      texts.add((await main().textContent()) ?? '');
      await stage.picture(name.toLowerCase().replace(/\W+/g, '-'));
    }
    // Each shows something else.
    expect(texts.size).toBe(backend.runsMessages ? names.length : names.length - 1);
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
    await page.unroute('**/api/v5/configs**');
    const found = { name: 'plant', discovery_strategy: 'dns' };
    await page.route('**/api/v5/configs**', (route) => route.fulfill({ json: { cluster: found, ...found } }));
    await stage.open('/settings?tab=cluster');
    await main().getByText(/^dns$/i).first().waitFor();
    expect(
      await main()
        .getByRole('button', { name: /Invite/ })
        .count(),
    ).toBe(0);
    await page.unroute('**/api/v5/sluice/capabilities');
    await page.unroute('**/api/v5/cluster');
    await page.unroute('**/api/v5/configs**');
  });

  describe.runIf(backend.runsMessages)('users', () => {
    it('are made; a viewer may look, is told why not more, and changes the password', async () => {
      const { page, access } = stage;
      await stage.open('/settings?tab=users');
      await button('New user…').click();
      await dialog().getByLabel('Name', { exact: true }).fill('night shift');
      await dialog().getByLabel('Password', { exact: true }).fill('short');
      await dialog().getByRole('button', { name: 'Create' }).click();
      await dialog().getByText('Use 1 to 100 letters, digits').waitFor();
      expect(await dialog().getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      await dialog().getByLabel('Name', { exact: true }).fill('night-shift');
      await dialog().getByLabel('Password', { exact: true }).fill('first-pass-1');
      await dialog().getByRole('radio', { name: 'Viewer' }).check();
      await dialog().getByRole('button', { name: 'Create' }).click();
      await page.getByText('User night-shift created').waitFor();
      await stage.picture('user');

      const viewer = { url: access.url, username: 'night-shift', password: 'first-pass-1' };
      const { context, page: other } = await openPage(stage.browser);
      await signInPage(other, viewer);
      await other.goto(`${access.url}#/connector/http:dispatch-api`);
      const toggle = other.getByRole('switch', { name: 'Enable dispatch-api' });
      await toggle.waitFor();
      expect(await toggle.isDisabled()).toBe(true);
      await toggle.hover();
      await other.getByRole('tooltip').getByText('Your role is viewer').waitFor();
      const api = await signIn(viewer);
      expect((await api('PUT', '/connectors/http%3Adispatch-api/enable/false')).status).toBe(403);

      await other.goto(`${access.url}#/settings?tab=users`);
      await other.getByRole('button', { name: 'Change password…' }).click();
      await other.getByLabel('Present password').fill('first-pass-1');
      await other.getByLabel('New password').fill('second-pass-2');
      await other.getByLabel('Repeat the password').fill('second-pass-2');
      await other.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
      await other.getByText('Password changed. Sign in with the new one.').waitFor();
      await signInPage(other, { ...viewer, password: 'second-pass-2' });
      await context.close();
    });

    it('are deleted, with their sessions; oneself cannot be', async () => {
      const { page, access } = stage;
      const api = await signIn({ url: access.url, username: 'night-shift', password: 'second-pass-2' });
      expect((await api('GET', '/rules?limit=1')).status).toBe(200);
      await stage.open('/settings?tab=users');
      await button(`More actions: ${access.username}`).click();
      const own = page.getByRole('menuitem', { name: /^Delete/ });
      expect(await own.isDisabled()).toBe(true);
      await page.getByRole('menu').getByText('You cannot delete yourself.').waitFor();
      await page.keyboard.press('Escape');
      await button('More actions: night-shift').click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await dialog().getByRole('button', { name: 'Delete user' }).click();
      await page.getByText('User night-shift deleted').waitFor();
      expect((await api('GET', '/rules?limit=1')).status).toBe(401);
    });
  });

  it.runIf(backend.runsMessages)(
    'an API key is shown once, works, stops when it is disabled, and is deleted',
    async () => {
      const { page, access } = stage;
      await stage.open('/settings?tab=keys');
      await button('New API key…').click();
      await dialog().getByLabel('Name', { exact: true }).fill('deploy');
      await dialog().getByRole('radio', { name: 'Viewer' }).check();
      await dialog().getByRole('button', { name: 'Create' }).click();
      await dialog().getByText('API key deploy created').waitFor();
      const [key, secret] = await dialog().locator('dd code').allTextContents();
      await stage.picture('key');
      await button('I have the secret').click();
      await main().getByText('deploy', { exact: true }).waitFor();
      expect(
        await main()
          .getByText(secret ?? '')
          .count(),
      ).toBe(0);
      const call = async (method: string, path: string) => {
        const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
        return (await fetch(new URL(`api/v5${path}`, access.url), { method, headers: { authorization } })).status;
      };
      expect(await call('GET', '/rules')).toBe(200);
      expect(await call('DELETE', '/rules/meter_hourly')).toBe(403);
      await page.getByRole('switch', { name: 'API key deploy' }).click();
      await page.getByText('API key deploy disabled').waitFor();
      expect(await call('GET', '/rules')).toBe(401);
      await button('More actions: deploy').click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await dialog().getByRole('button', { name: 'Delete API key' }).click();
      await page.getByText('API key deploy deleted').waitFor();
    },
  );

  describe.runIf(backend.runsMessages)('one document', () => {
    let exported = '';

    it('has everything, without secrets', async () => {
      const { page } = stage;
      const secret = {
        type: 'mqtt',
        name: 'with-secret',
        server: '127.0.0.1:1',
        password: 'never-leaves',
        enable: false,
      };
      expect((await stage.api('POST', '/connectors', secret)).status).toBe(201);
      await stage.open('/settings?tab=transfer');
      const [download] = await Promise.all([page.waitForEvent('download'), button('Download YAML').click()]);
      exported = readFileSync(await download.path(), 'utf8');
      for (const name of ['dispatch-api', 'hq-mirror', 'hq-commands', 'cold_chain_breach'])
        expect(exported).toContain(name);
      expect(exported).not.toContain('never-leaves');
    });

    it('shows what it would change before it changes anything, then does it', async () => {
      const { page } = stage;
      const description = async () =>
        ((await stage.api('GET', '/rules/cold_chain_breach')).body as { description: string }).description;
      await stage.open('/settings?tab=transfer');
      await page.getByRole('textbox', { name: 'Document' }).fill('rules: [');
      await button('Show what would change').click();
      await main().getByRole('alert').first().waitFor();
      await stage.picture('document-broken');
      await page
        .getByRole('textbox', { name: 'Document' })
        .fill(exported.replace('Trucks that get warm', 'Imported words'));
      await button('Show what would change').click();
      const plan = main().getByRole('table', { name: 'What would change' });
      await plan.getByText('cold_chain_breach').waitFor();
      expect(await plan.getByRole('row').count()).toBe(2);
      expect(await description()).toBe('Trucks that get warm');
      await stage.picture('plan');
      await button('Make 1 change').click();
      await page.getByText('1 change made').waitFor();
      expect(await description()).toBe('Imported words');
    });

    it('every change is on record, with who made it', async () => {
      await stage.open('/settings?tab=changes');
      const entry = main().getByRole('listitem').filter({ hasText: 'cold_chain_breach' }).first();
      expect(await entry.textContent()).toContain(stage.access.username);
      await entry.locator('summary').click();
      await entry.getByText('Imported words').waitFor();
      await stage.picture('changes');
    });
  });

  it('language and theme change without a reload, and stay', async () => {
    const { page, close } = await stage.another();
    await page.goto(`${stage.access.url}#/settings`);
    await page.evaluate(() => {
      (globalThis as { sameDocument?: boolean }).sameDocument = true;
    });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('main').getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    await page.getByRole('main').getByRole('radio', { name: '中文' }).click();
    await page.getByRole('heading', { name: '设置' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: '设置' }).waitFor();
    expect(await background()).not.toBe(light);
    await close();
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
