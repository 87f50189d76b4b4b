import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';
import { seen, untilKept } from './steps.ts';

/** Actions and sources: their lists, pages and dialogs (specification §2, §4). */
describe.each(BACKENDS)('actions and sources, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('actions', backend);
  });
  afterAll(() => stage?.close());

  const dialog = () => stage.page.getByRole('dialog').last();
  const main = () => stage.page.getByRole('main');
  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const stored = (id: string, kind = 'actions') => stage.api('GET', `/${kind}/${encodeURIComponent(id)}`);

  async function given(name: string, more: object = {}): Promise<string> {
    const parameters = { path: '/x', body: '${.}' };
    const body = { type: 'http', name, connector: 'dispatch-api', parameters, ...more };
    expect((await stage.api('POST', '/actions', body)).status).toBe(201);
    return `http:${name}`;
  }

  it('lists actions with status, rate, rules and connector, all of them links', async () => {
    await stage.open('/rule/actions');
    const row = main().getByRole('row', { name: /dispatch-alerts/ });
    await row.getByText('Available').waitFor();
    expect(await row.getByRole('link', { name: 'cold_chain_breach' }).getAttribute('href')).toContain('/rule/rules/');
    expect(await row.getByRole('link', { name: 'dispatch-api' }).getAttribute('href')).toContain('/connector/');
    const heads = await main().getByRole('columnheader').allTextContents();
    const rate = heads.findIndex((head) => head.startsWith('Rate'));
    await expect.poll(() => row.locator('td').nth(rate).textContent()).toMatch(/^[\d.,]+(\/s)?$/);
    await main()
      .getByRole('row', { name: /hq-mirror/ })
      .getByText(/^(Unavailable|Connecting)$/)
      .waitFor();
    await stage.picture('list');
  });

  it('shows why an action does not work on hover', async () => {
    await stage.open('/rule/actions');
    await main()
      .getByRole('row', { name: /hq-mirror/ })
      .locator('.status-anchor')
      .hover();
    await stage.page
      .getByRole('tooltip')
      .getByText(/refuses the connection|econnrefused|connection refused|not operational/i)
      .first()
      .waitFor();
  });

  it('opens one on its overview, and with tab=settings on its form', async () => {
    await stage.open('/rule/actions/http:dispatch-alerts');
    await main().getByText('Every message, accounted for').waitFor();
    await stage.open('/rule/actions/http:dispatch-alerts?tab=settings');
    await stage.page.getByLabel(/^Path/).waitFor();
    expect(await stage.page.getByLabel(/^Path/).inputValue()).toBe('/alerts/${truck}');
  });

  it('makes a new one beside the list, and goes on to a rule with it', async () => {
    const { page } = stage;
    await stage.open('/rule/actions');
    await button('New action').click();
    await dialog().getByLabel('Name', { exact: true }).first().fill('made-here');
    await dialog()
      .getByLabel(/^Connector/)
      .selectOption('dispatch-api');
    await stage.picture('new');
    // The buttons stand at the foot of the drawer, not over its fields.
    const foot = await dialog().getByRole('button', { name: 'Create action' }).boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan(900 - 24);
    await dialog().getByRole('button', { name: 'Create action' }).click();
    await dialog().getByText('http:made-here was created').waitFor();
    expect((await stored('http:made-here')).body).toMatchObject({ connector: 'dispatch-api' });
    await dialog().getByRole('link', { name: 'Create rule' }).click();
    await page.waitForURL(/rules\/create\?.*made-here/);
    await main().getByText('made-here').first().waitFor();
  });

  it('offers the fields of its rules in the body, in sight', async () => {
    const { page } = stage;
    await stage.open('/rule/actions/http:dispatch-alerts?tab=settings');
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('${set', { delay: 30 });
    const offered = page.locator('.cm-tooltip-autocomplete').getByText('${setpoint}');
    await offered.waitFor();
    // CodeMirror hides a list far above the page.
    await expect.poll(async () => (await offered.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    await stage.picture('template');
    await page.keyboard.press('Enter');
    await page.locator('.cm-line').getByText('${.}${setpoint}').waitFor();
  });

  it('asks before disabling and names the rules that suffer; a disabled one says "Disabled"', async () => {
    const { page } = stage;
    await stage.open('/rule/actions/http:dispatch-alerts');
    const toggle = main().getByRole('switch', { name: 'Enable dispatch-alerts' });
    await toggle.click();
    await dialog().getByText('cold_chain_breach').first().waitFor();
    await dialog().getByRole('button', { name: 'Disable action' }).click();
    await page.getByText('dispatch-alerts disabled').waitFor();
    expect((await stored('http:dispatch-alerts')).body).toMatchObject({ enable: false });
    await main().getByRole('status').getByText('Disabled', { exact: true }).waitFor();
    await stage.picture('disabled');
    await stage.open('/rule/actions');
    const row = main().getByRole('row', { name: /dispatch-alerts/ });
    await row.getByText('Disabled', { exact: true }).waitFor();
    await stage.open('/rule/actions/http:dispatch-alerts');
    // Enabling does not ask: a question would stand in the way of the message.
    await toggle.click();
    await page.getByText('dispatch-alerts enabled').waitFor();
    expect((await stored('http:dispatch-alerts')).body).toMatchObject({ enable: true });
  });

  it('saves a changed setting after asking', async () => {
    const { page } = stage;
    const id = await given('to-change');
    await stage.open(`/rule/actions/${id}?tab=settings`);
    await page.getByLabel(/^Path/).fill('/y');
    await button('Update').click();
    await dialog().getByRole('button', { name: 'Update action' }).click();
    await page.getByText('Action to-change saved').waitFor();
    expect((await stored(id)).body).toMatchObject({ parameters: { path: '/y' } });
  });

  it('shows the in-flight window only for asynchronous requests', async () => {
    const { page } = stage;
    const id = await given('windowed');
    await stage.open(`/rule/actions/${id}?tab=settings`);
    await page.locator('summary', { hasText: 'Advanced' }).click();
    const mode = page.getByLabel('Query mode', { exact: true });
    await mode.waitFor();
    const window = page.getByLabel(/^(In-flight window|Inflight window)/i);
    expect(await window.count()).toBe(1);
    await mode.selectOption('sync');
    expect(await window.count()).toBe(0);
    await stage.picture('advanced');
    await mode.selectOption('async');
    expect(await window.count()).toBe(1);
  });

  it('copies an action, then offers a rule on the copy or the list', async () => {
    const { page } = stage;
    const id = await given('template', { description: 'kept' });
    await stage.open(`/rule/actions/${id}?tab=settings`);
    await button('Save as copy…').click();
    expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('template_copy');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('http:template_copy created').waitFor();
    await stage.picture('copied');
    expect((await stored('http:template_copy')).body).toMatchObject({ description: 'kept', connector: 'dispatch-api' });
    await dialog().getByRole('link', { name: 'Create rule' }).click();
    await page.waitForURL(/#\/rule\/rules\/create\?.*actionId=http(:|%3A)template_copy/);
    const strip = page.getByRole('region', { name: 'Flow of the rule' });
    await strip.getByText('http:template_copy', { exact: true }).waitFor();
  });

  it('goes to the list when the question after a copy is dismissed', async () => {
    const { page } = stage;
    const id = await given('dismissed');
    await stage.open(`/rule/actions/${id}?tab=settings`);
    await button('Save as copy…').click();
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('http:dismissed_copy created').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/rule\/actions$/);
  });

  it('is taken out of its rules when it is deleted, after saying so', async () => {
    const { page } = stage;
    const id = await given('doomed');
    const rule = { id: 'uses_doomed', sql: 'SELECT * FROM "d/#"', actions: [id] };
    expect((await stage.api('POST', '/rules', rule)).status).toBe(201);
    await stage.open(`/rule/actions/${id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog().getByText('uses_doomed').first().waitFor();
    await stage.picture('delete-used');
    await dialog().getByRole('button', { name: 'Delete action' }).click();
    await page.waitForURL(/#\/rule\/actions$/);
    expect((await stored(id)).status).toBe(404);
    expect((await stage.api('GET', '/rules/uses_doomed')).body).toMatchObject({ actions: [] });
  });

  it('does not let a source go that a rule reads from', async () => {
    const { page } = stage;
    await stage.open('/rule/source/mqtt:hq-commands');
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog().getByText('hq_commands_fanout').first().waitFor();
    expect(await dialog().getByRole('button', { name: 'Delete source' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect((await stored('mqtt:hq-commands', 'sources')).status).toBe(200);
  });

  it('keeps unsaved settings over a reload', async () => {
    const { page } = stage;
    await stage.open('/rule/actions/mqtt:hq-mirror?tab=settings');
    await page
      .getByLabel(/^Topic/)
      .first()
      .fill('half/written');
    await untilKept(page, 'half/written');
    await page.reload();
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(
      await page
        .getByLabel(/^Topic/)
        .first()
        .inputValue(),
    ).toBe('half/written');
    await button('Discard them').click();
    expect(
      await page
        .getByLabel(/^Topic/)
        .first()
        .inputValue(),
    ).toBe('mirror/${topic}');
  });

  it('resets its counters after asking', async () => {
    const { page } = stage;
    const matched = async () => /^Matched\s+([\d,]+)$/m.exec(await seen(main()))?.[1];
    if (backend.runsMessages) {
      const payload = JSON.stringify({ temp_c: 1, set_c: -18 });
      await stage.api('POST', '/publish', { topic: 'fleet/tk-1/telemetry', payload, qos: 1 });
    }
    await stage.open('/rule/actions/http:dispatch-alerts');
    if (backend.runsMessages) await expect.poll(matched).toMatch(/^[1-9]/);
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes('/metrics/reset'),
    );
    await button('Reset counters…').click();
    await dialog().getByRole('button', { name: 'Reset counters' }).click();
    expect((await sent).url()).toMatch(/\/actions\/http(:|%3A)dispatch-alerts\/metrics\/reset$/);
    await page.getByText('Counters reset').waitFor();
    if (backend.runsMessages) await expect.poll(matched).toBe('0');
  });

  it('reconnects on demand', async () => {
    const { page } = stage;
    await stage.open('/rule/actions/mqtt:hq-mirror');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/start'));
    await button('Reconnect').first().click();
    expect((await sent).url()).toMatch(/\/actions\/mqtt(:|%3A)hq-mirror\/start$/);
  });

  it('opens a source with tab=settings on its form', async () => {
    await stage.open('/rule/source/mqtt:hq-commands?tab=settings');
    expect(
      await stage.page
        .getByLabel(/^Topic/)
        .first()
        .inputValue(),
    ).toBe('cmd/#');
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
