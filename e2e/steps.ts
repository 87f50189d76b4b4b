import type { Locator, Page } from 'playwright-core';
import { type Access, PASSWORD } from './product.ts';

/** Signs in through the page, in whatever language it is. */
export async function signInPage(page: Page, access: Access): Promise<void> {
  await page.goto(access.url);
  await page.locator('[autocomplete=username]').fill(access.username ?? 'admin');
  await page.locator('[autocomplete=current-password]').fill(access.password ?? PASSWORD);
  await page.locator('[type=submit]').click();
  await page.getByRole('navigation').first().waitFor();
}

/** Replaces the text of a code editor, as pasting does. */
export async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: label, exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The text as a person sees it: a line where the layout has one. */
export function seen(what: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text and layout make the difference here.
  return what.innerText();
}

/** Waits until what was typed is kept for the tab, so that a reload cannot lose it. */
export async function untilKept(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Object.entries(sessionStorage).some(([key, value]) => key.includes('draft') && String(value).includes(wanted)),
    text,
  );
}

/** What was left half written is nobody's business any more. */
export async function forgetDrafts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.includes('draft')) sessionStorage.removeItem(key);
  });
}
