import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** Every flow by keyboard alone: nothing here clicks. */
describe.each(BACKENDS)('the keyboard, $name', (backend) => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await openStage('keyboard', backend);
    page = stage.page;
  });
  afterAll(() => stage?.close());

  /** Is the focus on it or inside it? */
  const isFocused = (what: Locator) =>
    what.first().evaluate((element) => element.contains(document.activeElement), undefined, { timeout: 5_000 });

  /** Presses Tab until the focus is there, as someone without a mouse does; fails when it never gets there. */
  async function reach(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await what.first().waitFor();
    const target = await what.first().elementHandle();
    for (let step = 0; step < 90; step++) {
      const at = await page.evaluate((element) => {
        const focused = document.activeElement;
        return { there: element?.contains(focused), indents: focused?.hasAttribute('aria-description') };
      }, target);
      if (at.there === true) return;
      // Where Tab indents, the description says that Esc lets it move on.
      if (at.indents === true) await page.keyboard.press('Escape');
      await page.keyboard.press(key);
    }
    throw new Error(`Tab never got to ${what}`);
  }

  async function press(what: Locator, key = 'Enter'): Promise<void> {
    await reach(what);
    await page.keyboard.press(key);
  }

  async function write(what: Locator, text: string): Promise<void> {
    await reach(what);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string | RegExp) => page.getByLabel(name, { exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog').last();

  it('signs in', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await page.goto(stage.access.url);
    await page.locator('[autocomplete=username]').waitFor();
    await write(page.locator('[autocomplete=username]'), 'admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type(stage.access.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  });

  it('skips to the content first', async () => {
    await stage.open('/connector');
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByText('Skip to content'))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('makes a connector, then a rule with an action', async () => {
    await stage.open('/connector');
    await press(page.getByRole('main').getByRole('link', { name: 'New connector' }));
    await reach(page.getByRole('radio').first());
    await page.keyboard.press('Space');
    await press(button('Next'));
    await write(field('Name'), 'by-keyboard');
    await write(page.getByLabel(/^URL/), stage.sink.url);
    await press(button('Test connection'));
    await page.getByText('Connection successful').first().waitFor();
    await press(button('Create'));
    await dialog().getByText('Connector by-keyboard created').waitFor();
    await press(dialog().getByRole('button', { name: 'Create rule' }));
    const drawer = page.getByRole('dialog').last();
    await write(drawer.getByLabel('Name', { exact: true }), 'keyed');
    await write(drawer.getByLabel(/^Path/), '/k');
    await press(drawer.getByRole('button', { name: /^(Create|Add)/ }).last());
    await page.getByText('http:keyed').first().waitFor();
    await write(field('ID'), 'keyed');
    await reach(field('SQL of the rule'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SELECT * FROM "k/#" ');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('main').getByText('"payload"').last().waitFor();
    await stage.picture('rule');
    await reach(button('Create rule'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Rule keyed created').waitFor();
  });

  it('opens a row, works its menu, and comes back out with Escape', async () => {
    await stage.open('/rule/rules');
    await press(page.getByRole('link', { name: 'keyed', exact: true }));
    await page.waitForURL(/#\/rule\/rules\/keyed/);
    await press(button('More actions'));
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await isFocused(button('More actions'))).toBe(true);
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
    await press(page.getByRole('switch', { name: 'Enable by-keyboard' }), 'Space');
    await press(dialog().getByRole('button', { name: 'Disable connector' }));
    await page.getByText('Connector by-keyboard disabled').waitFor();
    await press(page.getByRole('switch', { name: 'Enable by-keyboard' }), 'Space');
    await page.getByText('Connector by-keyboard enabled').waitFor();
  });

  it('selects rows and changes them together', async () => {
    await stage.open('/rule/rules?q=keyed');
    await press(page.getByRole('checkbox', { name: 'Select keyed' }), 'Space');
    await press(button('Disable'));
    await page.getByText(/1 rule changed/).waitFor();
    expect((await stage.api('GET', '/rules/keyed')).body).toMatchObject({ enable: false });
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
});
