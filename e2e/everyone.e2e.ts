import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { SCREENS, settled } from './screens.ts';
import { openStage, type Stage } from './stage.ts';

/** For those who want no motion, who hear the page, or who enlarge it. */
describe.each(BACKENDS)('for everyone, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('everyone', backend);
  });
  afterAll(() => stage?.close());

  const main = () => stage.page.getByRole('main');
  const dialog = () => stage.page.getByRole('dialog').last();

  it('nothing slides, fades or pulses where motion is not wanted', async () => {
    const { page } = stage;
    // Whatever begins to move is noted down with the time it takes, in ms.
    await page.addInitScript(() => {
      const seen: number[] = [];
      (globalThis as { seen?: number[] }).seen = seen;
      for (const type of ['transitionrun', 'animationstart'] as const)
        document.addEventListener(
          type,
          ({ target }) => {
            if (!(target instanceof Element) || target.closest('.cm-editor') !== null) return;
            for (const one of target.getAnimations()) seen.push(Number(one.effect?.getComputedTiming().duration ?? 0));
          },
          true,
        );
    });
    const motions = () =>
      page.evaluate(() => ((globalThis as { seen?: number[] }).seen ?? []).filter((duration) => duration > 1));
    const open = async () => {
      await stage.open('/rule/rules/create');
      await page.getByRole('button', { name: 'Add an output' }).click();
      await dialog().waitFor();
    };
    await open();
    await expect.poll(async () => (await motions()).length).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open();
    expect(await motions()).toEqual([]);
    await stage.open('/rule/rules');
    await main().getByRole('button', { name: 'State any' }).click();
    await page.getByRole('menu').waitFor();
    expect(await motions()).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('a change of state, what was done and what was refused are read out', async () => {
    const { page } = stage;
    await stage.open('/connector/http:dispatch-api');
    const head = main().getByRole('status');
    await head.getByText('Connected', { exact: true }).waitFor();
    const toggle = page.getByRole('switch', { name: 'Enable dispatch-api' });
    await toggle.click();
    await dialog().getByRole('button', { name: 'Disable connector' }).click();
    // Politely, both of them: the message and the state in the head.
    await page.locator('.toasts [role=status]').getByText('Connector dispatch-api disabled').waitFor();
    await head.getByText('Disabled', { exact: true }).waitFor();
    await toggle.click();
    await head.getByText(/^(Connected|Connecting)$/).waitFor();
    // At once: what went wrong.
    await page.route('**/connectors/http%3Asiem/enable/true', (route) =>
      route.fulfill({ status: 400, json: { code: 'X', message: 'refused' } }),
    );
    await stage.open('/connector/http:siem');
    await page.getByRole('switch', { name: 'Enable siem' }).click();
    await page.locator('.toasts [role=alert]').getByText('400 X: refused').waitFor();
    await page.unroute('**/connectors/http%3Asiem/enable/true');
  });

  it('results of a test and counts of a search are read out', async () => {
    const { page } = stage;
    await stage.open('/connector/http:dispatch-api');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.locator('[aria-live], [role=status]').getByText('Connection successful').first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await dialog().getByRole('combobox').fill('hq-mirror');
    await dialog().getByRole('status').getByText('1 result').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
  });

  // The pages are the same in front of either backend.
  const isOnce = backend.runsMessages;
  it.runIf(isOnce)(
    'enlarged to 200 %, nothing is cut off and nothing has to be scrolled sideways',
    {
      timeout: 180_000,
    },
    async () => {
      const { page, close } = await stage.another({ theme: 'light', language: 'en', width: 720, height: 450 });
      const faults: string[] = [];
      // Those that stand there without being opened, of what this backend has been given.
      const absent = /webhook-settings|^webhook$|of-webhook|failing|letters/;
      for (const { name, route, open } of SCREENS) {
        if (open !== undefined || absent.test(name)) continue;
        await page.goto('about:blank');
        await page.goto(`${stage.access.url}#${route}`);
        await page.locator('main h1').first().waitFor();
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) faults.push(`${name}: ${wide} px wider than the page`);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main button, main a, main input, main select')]
            .filter((element) => element.checkVisibility())
            .filter((element) => {
              const { left, right } = element.getBoundingClientRect();
              return right > innerWidth + 1 || left < -1;
            })
            .map((element) => element.outerHTML.slice(0, 120)),
        );
        faults.push(...cut.map((html) => `${name}: beyond the edge: ${html}`));
      }
      await close();
      expect(faults).toEqual([]);
    },
  );

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
