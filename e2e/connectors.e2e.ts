import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { settled } from './screens.ts';
import { openStage, type Stage } from './stage.ts';
import { seen } from './steps.ts';

/** In our words, or in those of the backend. */
const REFUSED = /refuses the connection|econnrefused|connection refused/i;

/** Connectors, from the guide that makes one to the dialog that deletes it (specification §2 and §4). */
describe.each(BACKENDS)('connectors, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('connectors', backend);
  });
  afterAll(() => stage?.close());

  const dialog = () => stage.page.getByRole('dialog').last();
  const button = (name: string | RegExp) => stage.page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string) => stage.page.getByLabel(name, { exact: true });
  const hash = () => new URL(stage.page.url()).hash;

  /** Makes a connector through the API, so that each test has one of its own. */
  async function given(name: string, more: object = {}): Promise<string> {
    const body = { type: 'http', name, url: stage.sink.url, ...more };
    const answer = await stage.api('POST', '/connectors', body);
    expect(answer.status).toBe(201);
    return `${body.type}:${name}`;
  }

  const exists = async (id: string) => (await stage.api('GET', `/connectors/${encodeURIComponent(id)}`)).status === 200;

  it('lists connectors with status, type and what uses them, all of them links', async () => {
    await stage.open('/connector');
    const row = (name: RegExp) => stage.page.getByRole('main').getByRole('row', { name });
    const first = row(/dispatch-api/);
    await first.getByText('Connected', { exact: true }).waitFor();
    await first.getByText('Webhook', { exact: true }).waitFor();
    const links = await first
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).hash));
    const hrefs = links.map(decodeURIComponent);
    expect(hrefs).toContain('#/connector/http:dispatch-api');
    expect(hrefs).toContain('#/rule/actions/http:dispatch-alerts?tab=settings');
    await row(/siem/).getByText('Disabled', { exact: true }).waitFor();
    await row(/hq-broker/)
      .getByText(/^(Disconnected|Connecting)$/)
      .waitFor();
    await stage.picture('list');
  });

  describe('the guide', () => {
    it('has two numbered steps; a done one gets a check mark and leads back', async () => {
      const { page } = stage;
      await stage.open('/connector/create');
      const steps = page.getByRole('list', { name: 'Steps' });
      expect((await seen(steps)).split(/\s+/)).toEqual(['1', 'Type', '2', 'Configuration']);
      expect(await button('Next').isDisabled()).toBe(true);
      await page.getByRole('radio', { name: /^MQTT/ }).check();
      await button('Next').click();
      expect((await seen(steps)).split(/\s+/)).toEqual(['Type', '2', 'Configuration']);
      expect(await steps.locator('.done svg').count()).toBe(1);
      await field('Name').waitFor();
      await button('Back').click();
      await page.getByRole('radio', { name: /^MQTT/ }).waitFor();
    });

    it('offers the types three in a row, each with an icon: Webhook, MQTT, then the rest', async () => {
      const { page } = stage;
      await stage.open('/connector/create');
      const cards = page.getByRole('group', { name: 'Type' }).locator('label');
      await cards.first().waitFor();
      const labels = await cards.evaluateAll((all) => all.map((card) => card.querySelector('.medium')?.textContent));
      expect(labels.slice(0, 2)).toEqual(['Webhook', 'MQTT']);
      expect(labels.slice(2).join()).toMatch(/Event Hubs.*Kinesis.*Pulsar|Pulsar.*Event Hubs.*Kinesis/);
      expect(await cards.locator('svg').count()).toBe(await cards.count());
      const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
      expect(tops.filter((top) => top === tops[0])).toHaveLength(3);
      await stage.picture('types');
    });

    it('cancels to the list', async () => {
      const { page } = stage;
      await stage.open('/connector/create');
      await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
      await page.waitForURL(/#\/connector$/);
    });

    it('keeps what two types have in common when the type is changed', async () => {
      const { page } = stage;
      await stage.open('/connector/create?type=http');
      await field('Name').fill('kept');
      await button('Back').click();
      await page.getByRole('radio', { name: /^MQTT/ }).check();
      await button('Next').click();
      await page
        .getByLabel(/^(MQTT )?(Server|Broker)/)
        .first()
        .waitFor();
      expect(await field('Name').inputValue()).toBe('kept');
    });

    it('tests without saving, creates, and goes on to a rule with the side that was chosen', async () => {
      const { page } = stage;
      await stage.open('/connector/create?type=mqtt');
      await field('Name').fill('guided');
      await page
        .getByLabel(/^(MQTT )?(Server|Broker)/)
        .first()
        .fill('127.0.0.1:1');
      await button('Test connection').click();
      await page.getByText(REFUSED).first().waitFor();
      expect(await exists('mqtt:guided')).toBe(false);
      await button('Create').click();
      await dialog().getByText('Connector guided created').waitFor();
      await stage.picture('created');
      await dialog().getByRole('button', { name: 'Create rule' }).click();
      await dialog().getByRole('button', { name: 'Data input' }).click();
      await page.waitForURL(/#\/rule\/rules\/create/);
      expect(hash()).toMatch(/direction=(ingress|0)/);
      expect(hash()).toContain('connName=guided');
      expect(hash()).toContain('connType=mqtt');
    });

    it('or goes back to the list', async () => {
      const { page } = stage;
      await stage.open('/connector/create?type=http');
      await field('Name').fill('listed');
      await page.getByLabel(/^URL/).fill(stage.sink.url);
      await button('Test connection').click();
      await page.getByText('Connection successful').first().waitFor();
      await button('Create').click();
      await dialog().getByRole('button', { name: 'Back to connector list' }).click();
      await page.waitForURL(/#\/connector$/);
      await page.getByRole('link', { name: 'listed' }).waitFor();
    });

    it('starts a copy with everything but a name of its own', async () => {
      const { page } = stage;
      const id = await given('original', { description: 'the first', pool_size: 3 });
      await stage.open(`/connector/create?action=copy&target=${id}`);
      await field('Name').waitFor();
      expect(await field('Name').inputValue()).toBe('original_copy');
      expect(await page.getByLabel(/^URL/).inputValue()).toBe(stage.sink.url);
      await button('Create').click();
      await dialog().getByText('Connector original_copy created').waitFor();
      const copy = await stage.api('GET', '/connectors/http%3Aoriginal_copy');
      expect(copy.body).toMatchObject({ description: 'the first', pool_size: 3 });
    });

    it('opens in a drawer, 60 % wide, from the choice of a connector', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create?direction=egress&connType=http&connName=dispatch-api');
      const drawer = page.getByRole('dialog').first();
      await drawer.getByLabel('Name', { exact: true }).waitFor();
      await drawer.getByRole('button', { name: 'New connector…' }).click();
      const second = page.getByRole('dialog', { name: 'New connector', exact: true });
      await second.waitFor();
      // Of the page: the place of the scroll bar is not part of it.
      const share = () =>
        second.evaluate((element) => element.getBoundingClientRect().width / document.body.clientWidth);
      await expect.poll(async () => Math.round((await share()) * 100)).toBe(60);
      await stage.picture('drawer');
      await second.getByLabel('Name', { exact: true }).fill('from-drawer');
      await second.getByLabel(/^URL/).fill(stage.sink.url);
      await second.getByRole('button', { name: 'Create', exact: true }).click();
      await second.waitFor({ state: 'hidden' });
      expect(await drawer.getByLabel('Connector', { exact: true }).inputValue()).toBe('from-drawer');
    });
  });

  describe('the page of one', () => {
    it('has a way back, icon, status, type, switch and delete; real links', async () => {
      const { page } = stage;
      await stage.open('/connector/http:dispatch-api');
      const main = page.getByRole('main');
      const head = main.locator('.head');
      await head.getByRole('status').getByText('Connected', { exact: true }).waitFor();
      await head.getByText('Webhook', { exact: true }).waitFor();
      expect(await head.locator('svg').count()).toBeGreaterThan(0);
      await main.getByRole('switch', { name: 'Enable dispatch-api' }).waitFor();
      await button('Delete…').waitFor();
      for (const link of await main.getByRole('link').all()) expect(await link.getAttribute('href')).toMatch(/#\/\w/);
      await main.getByRole('link', { name: 'http:dispatch-alerts' }).waitFor();
      await stage.picture('detail');
      await page
        .getByRole('link', { name: /^(Back|Connectors|All connectors)/ })
        .first()
        .click();
      await page.waitForURL(/#\/connector$/);
    });

    it('asks before updating, says that it did, and returns to the list', async () => {
      const { page } = stage;
      const id = await given('to-update');
      await stage.open(`/connector/${id}`);
      await page.getByLabel(/^Description/).fill('changed');
      await button('Update').click();
      await dialog().getByText('Update to-update?').waitFor();
      await dialog().getByRole('button', { name: 'Update connector' }).click();
      await page.getByText('Connector to-update saved').waitFor();
      await page.waitForURL(/#\/connector$/);
      expect((await stage.api('GET', `/connectors/${encodeURIComponent(id)}`)).body).toMatchObject({
        description: 'changed',
      });
    });

    it('asks before disabling and names what stops; enabling does not ask', async () => {
      const { page } = stage;
      await stage.open('/connector/http:dispatch-api');
      const toggle = page.getByRole('switch', { name: 'Enable dispatch-api' });
      await toggle.click();
      await dialog().getByText('dispatch-alerts').first().waitFor();
      await stage.picture('disable');
      await dialog().getByRole('button', { name: 'Disable connector' }).click();
      await page.getByText('Connector dispatch-api disabled').waitFor();
      const stored = async () => (await stage.api('GET', '/connectors/http%3Adispatch-api')).body;
      expect(await stored()).toMatchObject({ enable: false });
      await toggle.click();
      await page.getByText('Connector dispatch-api enabled').waitFor();
      expect(await stored()).toMatchObject({ enable: true });
    });

    it('says why it is not connected', async () => {
      const { page } = stage;
      await stage.open('/connector/mqtt:hq-broker');
      const tag = page.locator('.status-anchor').first();
      await tag.hover();
      const tip = page.getByRole('tooltip');
      await tip.waitFor();
      expect(await seen(tip)).toMatch(REFUSED);
      await stage.picture('status');
    });

    it('shows the tooltip after half a second, not at once', async () => {
      const { page, close } = await stage.another();
      await page.goto(`${stage.access.url}#/connector/mqtt:hq-broker`);
      const anchor = page.locator('.status-anchor').first();
      await anchor.waitFor();
      await settled(page);
      // From here on the time of the page is ours: the test asks when, not how fast the machine is.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1_000);
      await anchor.hover();
      const tip = page.getByRole('tooltip');
      await page.clock.runFor(490);
      expect(await tip.count()).toBe(0);
      await page.clock.runFor(20);
      await tip.waitFor();
      await close();
    });

    it('says so when there is none', async () => {
      await stage.open('/connector/http:nobody');
      await stage.page.getByText('There is no connector http:nobody').waitFor();
    });
  });

  describe('deleting', () => {
    it('asks, then deletes what nothing uses', async () => {
      const { page } = stage;
      const id = await given('to-delete');
      await stage.open(`/connector/${id}`);
      await button('Delete…').click();
      await dialog().getByRole('button', { name: 'Delete connector' }).click();
      await page.getByText('Connector to-delete deleted').waitFor();
      await page.waitForURL(/#\/connector$/);
      expect(await exists(id)).toBe(false);
    });

    it('lists the actions in the way, each a link to its page', async () => {
      const { page } = stage;
      await stage.open('/connector/http:dispatch-api');
      await button('Delete…').click();
      await dialog().getByText('dispatch-api is in use').waitFor();
      expect(await dialog().getByRole('button', { name: 'Delete connector' }).count()).toBe(0);
      await dialog()
        .getByRole('link', { name: /dispatch-alerts/ })
        .click();
      await page.waitForURL(/#\/rule\/actions\/http:dispatch-alerts/);
      expect(await exists('http:dispatch-api')).toBe(true);
    });
  });

  describe('one that belongs to a webhook', () => {
    it('is locked, and leads to its webhook', async () => {
      const { page } = stage;
      const made = await stage.api('POST', '/connectors', { type: 'http', name: 'hook_WH_D', url: stage.sink.url });
      expect(made.status).toBe(201);
      await stage.open('/connector/http:hook_WH_D');
      const main = page.getByRole('main');
      await main.getByText('This connector belongs to the webhook').first().waitFor();
      await expect.poll(() => button('Update').isDisabled()).toBe(true);
      expect(await button('Delete…').isDisabled()).toBe(true);
      expect(await button('Save as copy…').isDisabled()).toBe(true);
      expect(await main.getByRole('switch', { name: /^Enable/ }).isDisabled()).toBe(true);
      await stage.picture('of-a-webhook');
      await main.getByRole('link', { name: 'hook', exact: true }).click();
      await page.waitForURL(/#\/webhook\/hook_WH_D/);
    });
  });

  it('of a webhook: its switch and its deletion say why they are off', async () => {
    const { page } = stage;
    const made = await stage.api('POST', '/connectors', { type: 'http', name: 'tip_WH_D', url: stage.sink.url });
    expect(made.status).toBe(201);
    await stage.open('/connector/http:tip_WH_D');
    const main = page.getByRole('main');
    await main.getByText('This connector belongs to the webhook').first().waitFor();
    for (const control of [button('Delete…'), main.getByRole('switch', { name: /^Enable/ })]) {
      await control.hover();
      await page.getByRole('tooltip').getByText('This connector belongs to the webhook tip.').waitFor();
      await page.mouse.move(0, 0);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
    }
  });

  describe('save as copy', () => {
    it('proposes the next free name in a dialog of 400 px, and goes on with the copy', async () => {
      const { page } = stage;
      const id = await given('plain');
      await stage.open(`/connector/${id}`);
      await button('Save as copy…').click();
      const name = dialog().getByLabel('Name', { exact: true });
      await name.waitFor();
      expect(await name.inputValue()).toBe('plain_copy');
      await expect.poll(async () => Math.round((await dialog().boundingBox())?.width ?? 0)).toBe(400);
      await name.fill('');
      await dialog().getByRole('button', { name: 'Create' }).click();
      await dialog().getByText('Name is required').waitFor();
      await stage.picture('copy-without-name');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await button('Save as copy…').click();
      await dialog().getByLabel('Name', { exact: true }).waitFor();
      await expect.poll(() => dialog().getByText('Name is required').count()).toBe(0);
      await dialog().getByRole('button', { name: 'Create' }).click();
      await dialog().getByText('Connector plain_copy created').waitFor();
      expect(await exists('http:plain_copy')).toBe(true);
      await dialog().getByRole('button', { name: 'Create rule' }).waitFor();
      await dialog().getByRole('button', { name: 'Back to connector list' }).click();
      await page.waitForURL(/#\/connector$/);
      // The name is taken now.
      await stage.open(`/connector/${id}`);
      await button('Save as copy…').click();
      expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('plain_copy_2');
      await page.keyboard.press('Escape');
    });

    it('of a type that the backend does not describe says so', async () => {
      const { page } = stage;
      const alien = {
        type: 'warp_drive',
        name: 'one',
        status: 'connected',
        enable: true,
        node_status: [],
        actions: [],
      };
      await page.route('**/api/v5/connectors/warp_drive%3Aone', (route) => route.fulfill({ json: alien }));
      await stage.open('/connector/create?action=copy&target=warp_drive:one');
      await page.getByText('This backend does not describe connectors of type warp_drive').waitFor();
      await page.unroute('**/api/v5/connectors/warp_drive%3Aone');
    });

    it('is held back while a password is masked, and leads to that field', async () => {
      const { page } = stage;
      const id = await given('secret', { type: 'mqtt', server: '127.0.0.1:1', password: 'p', url: undefined });
      await stage.open(`/connector/${id}`);
      await button('Save as copy…').click();
      const warning = page.getByText(/Password is hidden and cannot be copied/);
      await warning.waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      const box = await warning.boundingBox();
      expect(box !== null && box.y > 0 && box.y < 900).toBe(true);
      await stage.picture('copy-masked');
    });
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
