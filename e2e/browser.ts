import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Kept by CI: one picture of every step of a story. */
const SCREENSHOTS = join(import.meta.dirname, 'screenshots');

/** Started without a sandbox (CI runs as root) and without anything that would call home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface View {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'zh';
  readonly width: number;
  readonly height: number;
}

const DESK: View = { theme: 'light', language: 'en', width: 1440, height: 900 };

/** A page of a fresh profile. Errors of the page itself, and of its policy, end up in `errors`. */
export async function openPage(
  browser: Browser,
  view: View = DESK,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.height },
    colorScheme: view.theme,
    locale: view.language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  // The policy's own message does not say which element it is about.
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ target, blockedURI }) => {
      const element = target instanceof Element ? target.outerHTML.slice(0, 300) : blockedURI;
      console.error(`content security policy: ${element}`);
    });
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // An answer that is no 2xx is in the browser's log even where the page expects it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return { context, page, errors };
}

/** Takes pictures of a story's steps, numbered in order. */
export function camera(story: string, page: Page): (step: string) => Promise<void> {
  const folder = join(SCREENSHOTS, story);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let number = 0;
  return async (step) => {
    number++;
    const name = `${String(number).padStart(2, '0')}-${step}.png`;
    await page.screenshot({ path: join(folder, name), animations: 'disabled' });
  };
}
