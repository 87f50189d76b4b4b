import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** Webhooks: connector, action and rule made, changed and removed as one (decision 14). */
describe.each(BACKENDS)('webhooks, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('webhooks', backend);
  });
  afterAll(() => stage?.close());

  const dialog = () => stage.page.getByRole('dialog').last();
  const main = () => stage.page.getByRole('main');
  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const status = async (path: string) => (await stage.api('GET', path)).status;

  async function parts(name: string): Promise<number[]> {
    return [
      await status(`/connectors/http%3A${name}_WH_D`),
      await status(`/actions/http%3A${name}_WH_D`),
      await status(`/rules/${name}_WH_D`),
    ];
  }

  async function create(name: string): Promise<void> {
    const { page } = stage;
    await stage.open('/webhook/create');
    await page.getByLabel(/^Name/).first().fill(name);
    await page.getByLabel(/^URL/).fill(stage.sink.url);
    await button('Create').click();
    await page.getByText(`Webhook ${name} created`).waitFor();
  }

  it('makes three parts at once', async () => {
    await create('hook');
    expect(await parts('hook')).toEqual([200, 200, 200]);
    await stage.open('/webhook/hook_WH_D');
    await stage.picture('overview');
  });

  it.runIf(backend.runsMessages)('which deliver', async () => {
    const sent = await stage.api('POST', '/publish', { topic: 'hook/topic', payload: '{"a":1}' });
    expect([200, 202]).toContain(sent.status);
    await stage.sink.waitFor(1);
    expect(JSON.parse(stage.sink.received[0]?.body ?? '')).toMatchObject({ topic: 'hook/topic' });
  });

  it('lists it without its suffix, with URL and trigger', async () => {
    await stage.open('/webhook');
    const row = main().getByRole('row', { name: /hook/ });
    await row.getByRole('link', { name: 'hook', exact: true }).waitFor();
    await row.getByText(stage.sink.url).waitFor();
    await row.getByText('Messages', { exact: true }).waitFor();
    expect(await row.getByText('_WH_D').count()).toBe(0);
    await stage.picture('list');
  });

  it('opens its settings with tab=setting and with tab=settings, anything else its overview', async () => {
    const { page } = stage;
    for (const tab of ['setting', 'settings']) {
      await stage.open(`/webhook/hook_WH_D?tab=${tab}`);
      await page.getByLabel(/^URL/).waitFor();
    }
    await stage.open('/webhook/hook_WH_D?tab=nothing');
    await main().getByText('Made of').waitFor();
    expect(await page.getByLabel(/^URL/).count()).toBe(0);
  });

  it('preselects the trigger that the address names', async () => {
    await stage.open('/webhook/create?trigger=client_connected');
    await main()
      .getByRole('radio', { name: /^Events/, checked: true })
      .waitFor();
    await main().getByRole('checkbox', { checked: true }).first().waitFor();
    const chosen = main().locator('label:has(input[type=checkbox]:checked)');
    expect((await chosen.allTextContents()).map((text) => text.trim())).toEqual([expect.stringMatching(/connected/i)]);
    expect(await main().locator('pre.raw').first().textContent()).toContain('"$events/client_connected"');
    await stage.picture('trigger');
  });

  it.each(['/connector/http:hook_WH_D', '/rule/actions/http:hook_WH_D?tab=settings', '/rule/rules/hook_WH_D'])(
    'locks its part %s, whose page leads to it',
    async (route) => {
      const { page } = stage;
      await stage.open(route);
      await main().getByText('belongs to the webhook').first().waitFor();
      await expect
        .poll(() =>
          main()
            .getByRole('switch', { name: /^Enable/ })
            .isDisabled(),
        )
        .toBe(true);
      await main().getByRole('link', { name: 'hook', exact: true }).first().click();
      await page.waitForURL(/#\/webhook\/hook_WH_D/);
    },
  );

  it('changes with one save', async () => {
    const { page } = stage;
    await stage.open('/webhook/hook_WH_D?tab=setting');
    await page.getByLabel(/^Note/).fill('noted');
    await page.getByLabel(/^URL/).fill(`${stage.sink.url}/changed`);
    await button('Save').click();
    await page.getByText('Webhook hook saved').waitFor();
    // Each part has got what is its own.
    const all = JSON.stringify([
      (await stage.api('GET', '/connectors/http%3Ahook_WH_D')).body,
      (await stage.api('GET', '/actions/http%3Ahook_WH_D')).body,
    ]);
    expect(all).toContain('/changed');
    expect((await stage.api('GET', '/rules/hook_WH_D')).body).toMatchObject({ description: 'noted' });
  });

  it('is found in parts, says so, and is repaired with one button', async () => {
    const { page } = stage;
    expect((await stage.api('DELETE', '/rules/hook_WH_D')).status).toBe(204);
    await stage.open('/webhook');
    await main().getByText('Incomplete').waitFor();
    await stage.picture('incomplete');
    await stage.open('/webhook/hook_WH_D');
    await button('Repair').first().click();
    await page.getByText('Webhook hook repaired').waitFor();
    expect(await parts('hook')).toEqual([200, 200, 200]);
  });

  it('goes whole', async () => {
    const { page } = stage;
    await stage.open('/webhook/hook_WH_D');
    await button('Delete…').click();
    await dialog().getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('Webhook hook deleted').waitFor();
    expect(await parts('hook')).toEqual([404, 404, 404]);
  });

  it('leaves nothing behind when it cannot be made', async () => {
    const { page } = stage;
    // The name of the action is taken: the second of three parts fails.
    await stage.api('POST', '/connectors', { type: 'http', name: 'other', url: stage.sink.url });
    const action = { type: 'http', name: 'half_WH_D', connector: 'other', parameters: { path: '/' } };
    expect((await stage.api('POST', '/actions', action)).status).toBe(201);
    await stage.open('/webhook/create');
    await page.getByLabel(/^Name/).first().fill('half');
    await page.getByLabel(/^URL/).fill(stage.sink.url);
    await button('Create').click();
    await page
      .getByText(/exists already|ALREADY_EXISTS/)
      .first()
      .waitFor();
    await stage.picture('half');
    expect(await parts('half')).toEqual([404, 200, 404]);
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
