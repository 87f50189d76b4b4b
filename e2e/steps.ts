import type { Page } from 'playwright-core';
import { PASSWORD, type Product } from './product.ts';

/** Signs in as admin through the page, as a person does. */
export async function signInPage(page: Page, product: Product): Promise<void> {
  await page.goto(product.url);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Replaces the text of a code editor, as pasting does. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByLabel(label);
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
