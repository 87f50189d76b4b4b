import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { type Keys, keysOf } from './keys.ts';
import { openStage, type Stage } from './stage.ts';

/** Every flow by keyboard alone: nothing here clicks. */
describe.each(BACKENDS)('the keyboard, $name', (backend) => {
  let stage: Stage;
  let page: Page;
  let keys: Keys;
  beforeAll(async () => {
    stage = await openStage('keyboard', backend);
    page = stage.page;
    keys = keysOf(page);
  });
  afterAll(() => stage?.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string | RegExp) => page.getByLabel(name, { exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog').last();

  it('signs in', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await page.goto(stage.access.url);
    await page.locator('[autocomplete=username]').waitFor();
    await keys.write(page.locator('[autocomplete=username]'), stage.access.username ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type(stage.access.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  });

  it('skips to the content first', async () => {
    await stage.open('/connector');
    await page.keyboard.press('Tab');
    expect(await keys.isFocused(page.getByText('Skip to content'))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('makes a connector, then a rule with an action', async () => {
    await stage.open('/connector');
    await keys.press(page.getByRole('main').getByRole('link', { name: 'New connector' }));
    await keys.reach(page.getByRole('radio').first());
    await page.keyboard.press('Space');
    await keys.press(button('Next'));
    await keys.write(field('Name'), 'by-keyboard');
    await keys.write(page.getByLabel(/^URL/), stage.sink.url);
    await keys.press(button('Test connection'));
    await page.getByText('Connection successful').first().waitFor();
    await keys.press(button('Create'));
    await dialog().getByText('Connector by-keyboard created').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Create rule' }));
    const drawer = page.getByRole('dialog').last();
    await keys.write(drawer.getByLabel('Name', { exact: true }), 'keyed');
    await keys.write(drawer.getByLabel(/^Path/), '/k');
    await keys.press(drawer.getByRole('button', { name: /^(Create|Add)/ }).last());
    await page.getByText('http:keyed').first().waitFor();
    await keys.write(field('ID'), 'keyed');
    await keys.reach(field('SQL of the rule'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SELECT * FROM "k/#" ');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('main').getByText('"payload"').last().waitFor();
    await stage.picture('rule');
    await keys.reach(button('Create rule'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Rule keyed created').waitFor();
  });

  it('opens a row, works its menu, and comes back out with Escape', async () => {
    await stage.open('/rule/rules');
    await keys.press(page.getByRole('link', { name: 'keyed', exact: true }));
    await page.waitForURL(/#\/rule\/rules\/keyed/);
    await keys.press(button('More actions'));
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await keys.isFocused(button('More actions'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await dialog().getByText('Delete keyed?').waitFor();
    // The focus is inside the question, and Tab does not leave it.
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect((await stage.api('GET', '/rules/keyed')).status).toBe(200);
  });

  it('disables and enables with the space bar', async () => {
    await stage.open('/connector/http:by-keyboard');
    await keys.press(page.getByRole('switch', { name: 'Enable by-keyboard' }), 'Space');
    await keys.press(dialog().getByRole('button', { name: 'Disable connector' }));
    await page.getByText('Connector by-keyboard disabled').waitFor();
    await keys.press(page.getByRole('switch', { name: 'Enable by-keyboard' }), 'Space');
    await page.getByText('Connector by-keyboard enabled').waitFor();
  });

  it('selects rows and changes them together', async () => {
    await stage.open('/rule/rules?q=keyed');
    await keys.press(page.getByRole('checkbox', { name: 'Select keyed' }), 'Space');
    await keys.press(button('Disable'));
    await page.getByText(/1 rule changed/).waitFor();
    expect((await stage.api('GET', '/rules/keyed')).body).toMatchObject({ enable: false });
  });

  it('sorts and filters a list, and leaves the search again', async () => {
    const ids = () =>
      page
        .getByRole('main')
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
    await stage.open('/rule/rules');
    await page.getByRole('link', { name: 'meter_hourly' }).waitFor();
    await page.keyboard.press('/');
    expect(await keys.isFocused(page.locator('[data-list-search]'))).toBe(true);
    await page.keyboard.type('c');
    await page.waitForURL(/q=c/);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.hash.includes('q='));
    await keys.choose(page.getByRole('button', { name: /^State/ }), /^Disabled/);
    await page.waitForURL(/state=disabled/);
    await expect.poll(ids).toContain('meter_hourly');
    expect(await ids()).not.toContain('client_presence');
    await keys.choose(page.getByRole('button', { name: /^State/ }), /^any/);
    await page.waitForURL((url) => !url.hash.includes('state='));
    const head = page.getByRole('columnheader', { name: /^(ID|Rule|Name)/ }).getByRole('button');
    await keys.press(head);
    await expect.poll(async () => (await ids()).toString()).toBe([...(await ids())].sort().toString());
    const before = await ids();
    await keys.press(head);
    await expect.poll(ids).toEqual(before.toReversed());
  });

  it('moves through rows with the arrows and opens one', async () => {
    await stage.open('/connector');
    const rows = page.getByRole('main').locator('tbody tr');
    await rows.nth(1).waitFor();
    await keys.reach(rows.first());
    await page.keyboard.press('ArrowDown');
    // A status that comes in meanwhile may put the rows into another order: the one with the focus keeps it.
    await expect.poll(() => keys.isFocused(rows.nth(1))).toBe(true);
    const id = await rows.nth(1).getAttribute('data-row');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => decodeURIComponent(url.hash) === `#/connector/${id}`);
  });

  it('adds a republish to a rule, in a drawer that gives the focus back', async () => {
    await stage.open('/rule/rules/create');
    await keys.write(field('ID'), 'by_keys');
    await keys.press(button('Add an output'));
    const drawer = dialog();
    await keys.reach(drawer.getByRole('radio', { name: 'Republish' }));
    await page.keyboard.press('Space');
    await keys.write(drawer.getByLabel('Topic', { exact: true }), 'keys/${clientid');
    await page.keyboard.type('}');
    await keys.press(drawer.getByRole('button', { name: 'Add output' }));
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Flow of the rule' }).getByText('keys/${clientid}').waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await keys.press(button('Create rule'));
    await page.getByText('Rule by_keys created').waitFor();
    const { body } = await stage.api('GET', '/rules/by_keys');
    expect(body).toMatchObject({ actions: [{ function: 'republish', args: { topic: 'keys/${clientid}' } }] });
  });

  it('is led from what cannot be deleted to what is in the way', async () => {
    await stage.open('/connector/http:dispatch-api');
    await keys.press(button('Delete…'));
    await dialog().getByText('dispatch-api is in use').waitFor();
    await keys.press(dialog().getByRole('link', { name: /dispatch-alerts/ }));
    await page.waitForURL(/#\/rule\/actions\/http:dispatch-alerts/);
    // What comes next is read from its beginning.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it.runIf(backend.runsMessages)('sends a dead letter again', async () => {
    const { api } = stage;
    await api('POST', '/connectors', { type: 'http', name: 'itself', url: stage.access.url });
    const parameters = { method: 'post', path: '/api/v5/no-such-call', body: '{}' };
    await api('POST', '/actions', { type: 'http', name: 'unwanted', connector: 'itself', parameters });
    await api('POST', '/rules', { id: 'unwanted', sql: 'SELECT * FROM "unwanted"', actions: ['http:unwanted'] });
    await api('POST', '/publish', { topic: 'unwanted', payload: '{}', qos: 1 });
    await stage.open('/rule/actions/dead-letters?action=http:unwanted');
    await keys.press(page.getByRole('main').getByRole('button', { name: /^View/ }));
    await dialog().getByText('/api/v5/no-such-call').first().waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Re-send' }));
    await page.getByRole('status').getByText('One re-sent at').waitFor();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('types over a selection in the editor, and puts brackets around one', async () => {
    await stage.open('/rule/rules/create');
    const editor = field('SQL of the rule');
    await keys.write(editor, 'SELECT a FROM "t"');
    await expect.poll(() => editor.locator('.cm-line').first().textContent()).toBe('SELECT a FROM "t"');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('(');
    await expect.poll(() => editor.locator('.cm-line').first().textContent()).toBe('(SELECT a FROM "t")');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => editor.locator('.cm-line').first().textContent()).toBe('SELECT a FROM "t"');
  });

  it('tells sections by two letters', async () => {
    await stage.open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(/#\/connector$/);
  });

  it('goes anywhere with the palette', async () => {
    await stage.open('/');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('hq-mirror');
    await page
      .getByRole('option', { name: /hq-mirror/ })
      .first()
      .waitFor();
    await stage.picture('palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/rule\/actions\/mqtt:hq-mirror/);
  });

  it('always shows where the focus is', async () => {
    await stage.open('/connector');
    const hidden: string[] = [];
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      const lost = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return undefined;
        // A hidden control shows its focus on what stands for it.
        for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
          if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none') return undefined;
        }
        return element.outerHTML.slice(0, 120);
      });
      if (lost !== undefined) hidden.push(lost);
    }
    expect(hidden).toEqual([]);
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
