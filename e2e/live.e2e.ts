import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';
import { seen, typeInto } from './steps.ts';

/** What a rule does and would do: rehearsal, live test, dead letters; and lists that stand as they were left. */
describe.each(BACKENDS.filter((backend) => backend.runsMessages))('live, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('live', backend);
    await make('/rules', {
      id: 'picky',
      sql: 'SELECT payload.to AS to FROM "picky/in" WHERE payload.to != \'\'',
      actions: [{ function: 'republish', args: { topic: '${to}', payload: 'x' } }],
    });
    await make('/connectors', { type: 'http', name: 'nowhere', url: stage.access.url });
    const parameters = { method: 'post', path: '/api/v5/no-such-call', body: '{"n":${n}}' };
    await make('/actions', { type: 'http', name: 'refused', connector: 'nowhere', parameters });
    await make('/rules', { id: 'lost', sql: 'SELECT payload.n AS n FROM "lost/in"', actions: ['http:refused'] });
  });
  afterAll(() => stage?.close());

  const main = () => stage.page.getByRole('main');
  const dialog = () => stage.page.getByRole('dialog').last();
  const button = (name: string | RegExp) => main().getByRole('button', { name });
  const runs = () => main().locator('.live-run');
  const publish = (topic: string, payload: unknown) =>
    stage.api('POST', '/publish', { topic, payload: JSON.stringify(payload), qos: 1 });

  async function make(path: string, body: object): Promise<void> {
    expect((await stage.api('POST', path, body)).status).toBe(201);
  }

  async function watch(rule: string): Promise<void> {
    await stage.open(`/rule/rules/${rule}?tab=settings`);
    await main().getByRole('radio', { name: 'Live test' }).click();
    await main().getByText('Watching', { exact: true }).waitFor();
  }

  it('rehearses a rule that is not saved: the rendered request of each output, and nothing is sent', async () => {
    const { page } = stage;
    const before = stage.sink.received.length;
    await stage.open('/rule/rules/create?actionId=http:dispatch-alerts');
    await typeInto(page, 'SQL of the rule', 'SELECT clientid AS truck, payload.id AS id FROM "fleet/+/x"');
    await typeInto(page, 'Payload of the event', '{"id": 90071992547409931}');
    await button(/^Run/).first().click();
    const result = main().getByRole('region', { name: 'Try it' }).locator('.try-result');
    await result.getByText('Would be sent').waitFor();
    // The result and, below it, the request: each with every digit.
    const [row = '', request = ''] = (await seen(result)).split('Would be sent');
    expect(row).toContain('90071992547409931');
    expect(request).toContain(`${stage.sink.url}/alerts/sensor-17`);
    expect(request).toContain('90071992547409931');
    await stage.picture('rehearsed');
    expect(stage.sink.received).toHaveLength(before);
  });

  it('shows each event the saved rule sees, with the outcome of each output', async () => {
    await watch('cold_chain_breach');
    await publish('fleet/tk-1/telemetry', { temp_c: 1, set_c: -18 });
    await publish('fleet/tk-2/telemetry', { temp_c: -18, set_c: -18 });
    await runs().filter({ hasText: 'fleet/tk-1/telemetry' }).filter({ hasText: 'delivered' }).waitFor();
    await runs().filter({ hasText: 'fleet/tk-2/telemetry' }).filter({ hasText: 'no match' }).waitFor();
    await main().getByRole('radio', { name: 'Matched' }).click();
    expect(await runs().count()).toBe(1);
    await runs().first().locator('summary').first().click();
    await main().getByText('http:dispatch-alerts').last().waitFor();
    await stage.picture('live');
    await button('Try the statement on it').click();
    await main().getByText('Would be sent').waitFor();
  });

  it('says why an output refused, and can show only what has problems', async () => {
    await watch('picky');
    await publish('picky/in', { to: 'a/+/b' });
    await publish('picky/in', { to: 'out/1' });
    await runs().filter({ hasText: 'refused' }).waitFor();
    await main()
      .getByRole('radio', { name: /Problems 1/ })
      .click();
    await expect.poll(() => runs().count()).toBe(1);
    await runs().first().locator('summary').first().click();
    // The reason, not the event, which names the topic too.
    const outputs = async () => (await seen(runs().first())).split('Outputs')[1] ?? '';
    await expect.poll(outputs).toMatch(/refused/);
    expect(await outputs()).toMatch(/cannot contain|wildcard|\+ or #/);
    await stage.picture('problem');
  });

  it('stands still while it is paused, and goes on with what came meanwhile', async () => {
    await watch('picky');
    await publish('picky/in', { to: 'out/1' });
    await runs().first().waitFor();
    await button('Pause').click();
    const shown = await runs().count();
    await publish('picky/in', { to: 'out/2' });
    await button(/Go on \(1 new\)/).click();
    await expect.poll(() => runs().count()).toBe(shown + 1);
    await button('Clear').click();
    await expect.poll(() => runs().count()).toBe(0);
  });

  it('sends a made-up event through the saved rule, up to the rendered request if wanted', async () => {
    const before = stage.sink.received.length;
    await stage.open('/rule/rules/cold_chain_breach?tab=settings');
    await typeInto(stage.page, 'Payload of the event', '{"temp_c": 9, "set_c": -18}');
    await main().getByRole('radio', { name: 'Live test' }).click();
    await main().getByText('Watching', { exact: true }).waitFor();
    await button('Send test event…').click();
    await dialog().getByLabel('Stop before anything is sent').check();
    await dialog().getByRole('button', { name: 'Send event' }).click();
    await runs().filter({ hasText: 'not sent' }).waitFor();
    expect(stage.sink.received).toHaveLength(before);
    await button('Send test event…').click();
    await dialog().getByLabel('Stop before anything is sent').uncheck();
    await dialog().getByRole('button', { name: 'Send event' }).click();
    await runs().filter({ hasText: 'delivered' }).waitFor();
    await stage.sink.waitFor(before + 1);
  });

  it('keeps what was refused for good, to be looked at, sent again or thrown away', async () => {
    for (const n of [1, 2, 3]) await publish('lost/in', { n });
    await stage.open('/rule/actions/dead-letters?action=http:refused');
    await expect.poll(() => main().getByRole('row').count()).toBe(4);
    await main().getByRole('button', { name: /^View/ }).first().click();
    await dialog().getByText('/api/v5/no-such-call').waitFor();
    await stage.picture('letter');
    await dialog().getByRole('button', { name: 'Re-send' }).click();
    // The path is still wrong: it comes back at once, and the page says so.
    await main().getByText('1 refused again').waitFor();
    await button(/^Delete the \d+ shown…/).click();
    await dialog().getByRole('button', { name: 'Delete dead letters' }).click();
    await main().getByText('Nothing matches').waitFor();
  });

  it('a list stands as it was left when one of its objects is left again', async () => {
    const { page } = stage;
    await stage.open('/rule/rules?q=c&sort=-id');
    await main().getByRole('link', { name: 'picky' }).click();
    await page.getByRole('heading', { name: 'picky' }).waitFor();
    await page.getByRole('link', { name: 'Rules', exact: true }).last().click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/rule/rules?q=c&sort=-id');
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await page
      .getByRole('link', { name: /^Rules/ })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/rule/rules');
  });

  it('one rule can be had as YAML', async () => {
    await stage.open('/rule/rules/picky');
    await button('More actions').click();
    const [download] = await Promise.all([
      stage.page.waitForEvent('download'),
      stage.page.getByRole('menuitem', { name: 'Export as YAML' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rule-picky.yaml');
    expect(readFileSync(await download.path(), 'utf8')).toContain('id: picky');
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
