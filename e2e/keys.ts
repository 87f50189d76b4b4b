import type { Locator, Page } from 'playwright-core';

/** Works a page as someone without a mouse does. */
export interface Keys {
  /** Is the focus on it or inside it? */
  isFocused(what: Locator): Promise<boolean>;
  /** Presses Tab until the focus is there; fails when it never gets there. */
  reach(what: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Goes there and presses a key; Enter unless told. */
  press(what: Locator, key?: string): Promise<void>;
  /** Goes there and types over what is in it. */
  write(what: Locator, text: string): Promise<void>;
  /** Opens the menu behind a button and takes the item of that name with the arrow keys. */
  choose(menu: Locator, item: RegExp): Promise<void>;
}

/** More stops than any page has. */
const STOPS = 120;

export function keysOf(page: Page): Keys {
  const { keyboard } = page;
  const keys: Keys = {
    isFocused: (what) =>
      what.first().evaluate((element) => element.contains(document.activeElement), undefined, { timeout: 5_000 }),
    async reach(what, key = 'Tab') {
      await what.first().waitFor();
      const target = await what.first().elementHandle();
      for (let step = 0; step < STOPS; step++) {
        const at = await page.evaluate((element) => {
          const focused = document.activeElement;
          return { there: element?.contains(focused), indents: focused?.hasAttribute('aria-description') };
        }, target);
        if (at.there === true) return;
        // Where Tab indents, the description says that Esc lets it move on.
        if (at.indents === true) await keyboard.press('Escape');
        await keyboard.press(key);
      }
      throw new Error(`${key} never got to ${what}`);
    },
    async press(what, key = 'Enter') {
      await keys.reach(what);
      await keyboard.press(key);
    },
    async write(what, text) {
      await keys.reach(what);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
    },
    async choose(menu, item) {
      await keys.press(menu);
      const items = page.getByRole('menu').locator('[role^=menuitem]');
      await items.first().waitFor();
      const texts = await items.allTextContents();
      const index = texts.findIndex((text) => item.test(text.trim()));
      if (index < 0) throw new Error(`no ${item} among ${texts}`);
      await keyboard.press('Home');
      for (let step = 0; step < index; step++) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    },
  };
  return keys;
}
