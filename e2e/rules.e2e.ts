import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';
import { seen, typeInto, untilKept } from './steps.ts';

/** Rules: writing one, its inputs and outputs, the test, copies, deletion (specification §1, §2, §7). */
describe.each(BACKENDS)('rules, $name', (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage('rules', backend);
  });
  afterAll(() => stage?.close());

  const dialog = () => stage.page.getByRole('dialog').last();
  const main = () => stage.page.getByRole('main');
  const button = (name: string | RegExp) => stage.page.getByRole('button', { name, exact: typeof name === 'string' });
  const stored = (id: string) => stage.api('GET', `/rules/${encodeURIComponent(id)}`);
  const editor = () => stage.page.getByLabel('SQL of the rule');
  /** The statement without the notes that the editor shows between its lines. */
  const sql = () =>
    editor().evaluate((content) =>
      [...content.querySelectorAll('.cm-line')]
        .map((line) => line.textContent ?? '')
        .join('\n')
        .trim(),
    );
  const write = (text: string) => typeInto(stage.page, 'SQL of the rule', text);
  const strip = () => stage.page.getByRole('region', { name: 'Flow of the rule' });
  /** What trying the statement came to: not the event beside it, which may hold the same words. */
  const result = () => main().getByRole('region', { name: 'Try it' }).locator('.try-result');
  const run = () => button(/^Run/).click();
  /** The menu of one input or output on the strip. */
  async function onStrip(name: string, item: string): Promise<void> {
    await button(`Change or remove ${name}`).click();
    await stage.page.getByRole('menuitem', { name: item }).click();
  }

  async function given(id: string, more: object = {}): Promise<void> {
    const body = { id, sql: 'SELECT payload.a AS a FROM "t/+/a"', actions: ['http:dispatch-alerts'], ...more };
    expect((await stage.api('POST', '/rules', body)).status).toBe(201);
  }

  it('are listed with inputs, outputs and state, all of them links', async () => {
    await stage.open('/rule/rules');
    const row = main().getByRole('row', { name: /cold_chain_breach/ });
    await row.getByText('fleet/+/telemetry').first().waitFor();
    expect(await row.getByRole('link', { name: 'cold_chain_breach' }).getAttribute('href')).toContain('/rule/rules/');
    expect(await row.getByRole('link', { name: 'dispatch-alerts' }).getAttribute('href')).toContain(
      '/rule/actions/http:dispatch-alerts',
    );
    await row.getByText(/^(Idle|Running|Output unstable)$/).waitFor();
    await main()
      .getByRole('row', { name: /meter_hourly/ })
      .getByText('Disabled', { exact: true })
      .waitFor();
    await stage.picture('list');
  });

  it('asks for page 1 with at most 1000 rules', async () => {
    const asked = stage.page.waitForRequest(
      (request) => request.url().includes('/rules?') && request.url().includes('limit=1000'),
    );
    await stage.open('/rule/rules');
    const { searchParams } = new URL((await asked).url());
    expect(Object.fromEntries(searchParams)).toMatchObject({ page: '1', limit: '1000' });
  });

  it('asks for the events once, and again after that failed', async () => {
    const { page, close } = await stage.another();
    let asked = 0;
    await page.route('**/rule_events', (route) =>
      ++asked === 1 ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.goto(`${stage.access.url}#/rule/rules/create`);
    await page.getByLabel('SQL of the rule').waitFor();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await page.goto(`${stage.access.url}#/connector`);
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    await page.goto(`${stage.access.url}#/rule/rules/create`);
    await expect.poll(() => page.getByLabel('Event', { exact: true }).locator('option').count()).toBeGreaterThan(10);
    // Until it has an answer, the page shows the events that it knows itself.
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2);
    await page.waitForLoadState('networkidle');
    const enough = asked;
    await page.goto(`${stage.access.url}#/connector`);
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    await page.goto(`${stage.access.url}#/rule/rules/create`);
    await page.getByLabel('SQL of the rule').waitFor();
    expect(asked).toBe(enough);
    await close();
  });

  describe('the editor', () => {
    it('completes fields, functions and inputs', async () => {
      const { page } = stage;
      const option = (name: RegExp) => page.getByRole('option', { name }).first();
      const typeAt = async (text: string, place: 'Home' | 'End', right: number) => {
        await write(text);
        await page.keyboard.press(`ControlOrMeta+${place}`);
        for (let step = 0; step < right; step++) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Control+Space');
      };
      // The editor takes no Enter for the first 75 ms of a list: nobody can have read it yet.
      const take = async () => {
        await page.waitForTimeout(150);
        await page.keyboard.press('Enter');
      };
      await stage.open('/rule/rules/create');
      await typeAt('SELECT cli FROM "t/#"', 'Home', 'SELECT cli'.length);
      await option(/^clientid/).waitFor();
      await stage.picture('completion');
      await take();
      expect(await sql()).toBe('SELECT clientid FROM "t/#"');
      await typeAt('SELECT uppe FROM "t/#"', 'Home', 'SELECT uppe'.length);
      await option(/^upper/).waitFor();
      await take();
      expect(await sql()).toContain('SELECT upper(');
      await typeAt('SELECT * FROM "$events/client_conn"', 'Home', 'SELECT * FROM "$events/client_conn'.length);
      await option(/client_connected/).waitFor();
      await page.keyboard.press('Escape');
    });

    it('explains a function on hover', async () => {
      await stage.open('/rule/rules/create');
      await write('SELECT upper(clientid) AS u FROM "t/#"');
      await editor().getByText('upper', { exact: true }).hover();
      const about = stage.page.locator('.cm-tooltip-hover');
      await about
        .locator('code.strong')
        .getByText(/^upper\(/)
        .waitFor();
      // Its purpose and an example, not only its name.
      expect((await seen(about)).trim().split('\n').length).toBeGreaterThanOrEqual(2);
      await stage.picture('hover');
    });

    it('marks what is wrong where it is, and mends it', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create');
      await write('SELECT upperr(clientid) AS u FROM "t/#"');
      const wave = editor().locator('.cm-wave-error, .cm-wave-warning');
      await expect.poll(() => wave.allTextContents()).toEqual(['upperr']);
      await stage.picture('unknown-function');
      await main().getByRole('button', { name: /upper/ }).click();
      await expect.poll(sql).toBe('SELECT upper(clientid) AS u FROM "t/#"');
      await expect.poll(() => wave.count()).toBe(0);
      await page.getByText(/^\d+ (error|warning)s?$/).waitFor({ state: 'hidden' });
    });

    it('has font size 13 and tab size 2, for SQL and JSON, in both themes', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create');
      for (const label of ['SQL of the rule', 'Payload of the event']) {
        const look = await page.getByLabel(label).evaluate((content) => {
          const { fontSize, tabSize } = getComputedStyle(content);
          return { fontSize, tabSize };
        });
        expect(look).toEqual({ fontSize: '13px', tabSize: '2' });
      }
      const colour = () => editor().evaluate((content) => getComputedStyle(content).color);
      const light = await colour();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(colour).not.toBe(light);
      await stage.picture('dark');
      await page.emulateMedia({ colorScheme: 'light' });
    });

    it('lays the statement out', async () => {
      await stage.open('/rule/rules/create');
      await write('select  a , b from "t/#" where a>1');
      await button('Format').click();
      await expect.poll(sql).toMatch(/SELECT\s+a,\s+b\s+FROM\s+"t\/#"\s+WHERE\s+a > 1/);
    });
  });

  describe('inputs and outputs', () => {
    it('adding an input writes FROM, and only FROM', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create');
      await write('-- kept\nSELECT a FROM "t/1" WHERE a = \'FROM x\'');
      await button('Add an input').click();
      await dialog().getByRole('radio', { name: 'Event' }).click();
      await dialog().getByLabel('Event', { exact: true }).last().selectOption('$events/client_connected');
      await dialog().getByRole('button', { name: 'Add input' }).click();
      await expect.poll(sql).toContain('$events/client_connected');
      expect(await sql()).toMatch(/^-- kept\nSELECT a FROM "t\/1", "\$events\/client_connected"\s+WHERE a = 'FROM x'$/);
      await page.getByText('t/1').first().waitFor();
      await stage.picture('two-inputs');
      await onStrip('t/1', 'Remove…');
      await dialog().getByRole('button', { name: 'Remove input' }).click();
      await expect.poll(sql).not.toContain('t/1');
    });

    it('writing FROM changes the inputs', async () => {
      await stage.open('/rule/rules/create');
      await write('SELECT * FROM "a/b", "$bridges/mqtt:hq-commands"');
      await strip().getByText('a/b', { exact: true }).waitFor();
      await strip().getByText('mqtt:hq-commands', { exact: true }).waitFor();
    });

    it('a source can be made without leaving, and stands in FROM then', async () => {
      await stage.open('/rule/rules/create');
      await button('Add an input').click();
      await dialog().getByRole('radio', { name: 'Source' }).click();
      await dialog().getByRole('button', { name: 'Create source' }).click();
      const name = dialog().getByLabel('Name', { exact: true });
      await name.fill('fresh-source');
      await dialog().getByLabel('Connector', { exact: true }).selectOption('hq-broker');
      await dialog()
        .getByLabel(/^Topic/)
        .first()
        .fill('fresh/#');
      await stage.picture('new-source');
      await dialog()
        .getByRole('button', { name: /^(Create|Add)/ })
        .last()
        .click();
      await expect.poll(sql).toContain('$bridges/mqtt:fresh-source');
      const made = await stage.api('GET', '/sources/mqtt%3Afresh-source');
      expect(made.body).toMatchObject({ connector: 'hq-broker', parameters: { topic: 'fresh/#' } });
    });

    it('a republish takes all its arguments', async () => {
      const { page } = stage;
      const inDrawer = (label: string) => dialog().getByLabel(label, { exact: true });
      await stage.open('/rule/rules/create');
      await page.getByLabel('ID', { exact: true }).fill('republishing');
      await write('SELECT qos, flags, payload, pub_props FROM "in/#"');
      await button('Add an output').click();
      await dialog().getByText('Republish', { exact: true }).click();
      await inDrawer('Topic').fill('out/+');
      await dialog().getByRole('button', { name: 'Add output' }).click();
      await dialog().getByText('A topic to publish to cannot contain + or #.').waitFor();
      await inDrawer('Topic').fill('out/${payload.id}');
      await inDrawer('QoS').selectOption('${qos}');
      await inDrawer('Retain').selectOption('${flags.retain}');
      await typeInto(page, 'Payload', '{"id": "${payload.id}"}');
      await dialog().getByRole('switch', { name: 'MQTT 5 properties' }).click();
      await inDrawer('User properties').selectOption("${pub_props.'User-Property'}");
      await inDrawer('Payload-Format-Indicator').selectOption('1');
      await inDrawer('Message-Expiry-Interval').fill('60');
      await inDrawer('Content-Type').fill('application/json');
      await inDrawer('Response-Topic').fill('answers/${payload.id}');
      await inDrawer('Correlation-Data').fill('${payload.id}');
      await dialog().getByRole('switch', { name: 'Direct dispatch' }).click();
      await stage.picture('republish');
      await dialog().getByRole('button', { name: 'Add output' }).click();
      await button('Add an output').click();
      await dialog().getByText('Console output', { exact: true }).click();
      await dialog().getByRole('button', { name: 'Add output' }).click();
      await button('Create rule').click();
      await page.getByText('Rule republishing created').waitFor();
      const { body } = await stored('republishing');
      const args = {
        topic: 'out/${payload.id}',
        qos: '${qos}',
        retain: '${flags.retain}',
        payload: '{"id": "${payload.id}"}',
        user_properties: "${pub_props.'User-Property'}",
        mqtt_properties: {
          'Payload-Format-Indicator': '1',
          'Message-Expiry-Interval': '60',
          'Content-Type': 'application/json',
          'Response-Topic': 'answers/${payload.id}',
          'Correlation-Data': '${payload.id}',
        },
        direct_dispatch: true,
      };
      expect(body).toMatchObject({ actions: [{ function: 'republish', args }, { function: 'console' }] });
      // And they stand there again when the rule is opened.
      await stage.open('/rule/rules/republishing?tab=settings');
      await onStrip('out/${payload.id}', 'Change…');
      expect(await inDrawer('QoS').inputValue()).toBe(args.qos);
      expect(await inDrawer('Retain').inputValue()).toBe(args.retain);
      expect(await inDrawer('User properties').inputValue()).toBe(args.user_properties);
      expect(await inDrawer('Correlation-Data').inputValue()).toBe('${payload.id}');
      expect(await dialog().getByRole('switch', { name: 'Direct dispatch' }).isChecked()).toBe(true);
      await page.keyboard.press('Escape');
    });

    it('an existing action is chosen, or one of a webhook refused with the reason', async () => {
      const { page } = stage;
      const hook = { type: 'http', name: 'hook_WH_D' };
      expect((await stage.api('POST', '/connectors', { ...hook, url: stage.sink.url })).status).toBe(201);
      const action = { ...hook, connector: 'hook_WH_D', parameters: { path: '/' } };
      expect((await stage.api('POST', '/actions', action)).status).toBe(201);
      await stage.open('/rule/rules/create');
      await button('Add an output').click();
      await dialog().getByText('Webhook', { exact: true }).click();
      const ofWebhook = dialog().locator('label', { hasText: 'hook_WH_D' });
      await ofWebhook.getByText('Belongs to a webhook.').waitFor();
      expect(await ofWebhook.getByRole('radio').isDisabled()).toBe(true);
      await stage.picture('outputs');
      await dialog()
        .getByRole('radio', { name: /dispatch-alerts/ })
        .check();
      await dialog().getByRole('button', { name: 'Add output' }).click();
      await strip().getByText('http:dispatch-alerts', { exact: true }).waitFor();
      // A second time it is refused, with its own reason.
      await button('Add an output').click();
      await dialog().getByText('Webhook', { exact: true }).click();
      const again = dialog().locator('label', { hasText: 'dispatch-alerts' });
      await again.getByText('The rule sends to it already.').waitFor();
      expect(await again.getByRole('radio').isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
    });
  });

  describe('the address', () => {
    it.each([
      ['direction=ingress&connType=mqtt&connName=hq-broker', 'New source'],
      ['direction=0&connType=mqtt&connName=hq-broker', 'New source'],
      ['direction=egress&connType=http&connName=dispatch-api', 'New action'],
      ['direction=1&connType=http&connName=dispatch-api', 'New action'],
    ])('%s opens the drawer "%s" with type and connector chosen', async (query, title) => {
      await stage.open(`/rule/rules/create?${query}`);
      await dialog().getByText(title).first().waitFor();
      const connector = dialog().getByLabel('Connector', { exact: true });
      await connector.waitFor();
      expect(await connector.inputValue()).toBe(/connName=([\w-]+)/.exec(query)?.[1]);
    });

    it('actionId starts a rule with that action, sourceId with that source', async () => {
      await stage.open('/rule/rules/create?actionId=mqtt:hq-mirror');
      await strip().getByText('mqtt:hq-mirror', { exact: true }).waitFor();
      await stage.open('/rule/rules/create?sourceId=mqtt:hq-commands');
      await expect.poll(sql).toContain('$bridges/mqtt:hq-commands');
    });
  });

  it.runIf(backend.runsMessages && !backend.isForeign)(
    'a loop is named before it is saved, and may be saved',
    async () => {
      const { page } = stage;
      const back = { function: 'republish', args: { topic: 'ring/a', payload: '${payload}' } };
      await given('ring_back', { sql: 'SELECT * FROM "ring/b"', actions: [back] });
      await stage.open('/rule/rules/create');
      await page.getByLabel('ID', { exact: true }).fill('ring_forth');
      await write('SELECT * FROM "ring/a"');
      await button('Add an output').click();
      await dialog().getByText('Republish', { exact: true }).click();
      await dialog().getByLabel('Topic', { exact: true }).fill('ring/b');
      await dialog().getByRole('button', { name: 'Add output' }).click();
      await main().getByText('A message could come back to this rule').waitFor();
      await main()
        .getByText(/ring_forth → ring_back → ring_forth|ring_back → ring_forth → ring_back/)
        .waitFor();
      await stage.picture('loop');
      await button('Create rule').click();
      await page.getByText('Rule ring_forth created').waitFor();
    },
  );

  describe('trying a statement', () => {
    it('offers the fields of each event, runs without effect, and shows the result', async () => {
      const before = stage.sink.received.length;
      await stage.open('/rule/rules/create?actionId=http:dispatch-alerts');
      await write('SELECT clientid, reason FROM "$events/client_disconnected"');
      // Each event has fields of its own.
      await main().getByLabel('reason', { exact: true }).fill('keepalive_timeout');
      expect(await main().getByLabel('Payload of the event').count()).toBe(0);
      await run();
      await result().getByText('"keepalive_timeout"').first().waitFor();
      await stage.picture('tried');
      await write('SELECT topic FROM "t/#"');
      await main().getByLabel('Payload of the event').waitFor();
      expect(await main().getByLabel('reason', { exact: true }).count()).toBe(0);
      expect(stage.sink.received).toHaveLength(before);
    });

    it('says why an event did not match', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create');
      await write('SELECT * FROM "t/#" WHERE payload.temp > 30');
      await typeInto(page, 'Payload of the event', '{"temp": 20}');
      await run();
      await result().getByText('Did not match: line 1 is false').waitFor();
      expect((await seen(result())).replace(/\s+/g, ' ')).toContain('payload.temp > 30 20 is not above 30');
      await stage.picture('no-match');
    });

    it('keeps every digit of a large number', async () => {
      const { page } = stage;
      await stage.open('/rule/rules/create');
      await write('SELECT payload.n AS n FROM "t/#"');
      await typeInto(page, 'Payload of the event', '{"n": 12345678901234567890}');
      await run();
      await result().getByText('12345678901234567890', { exact: true }).first().waitFor();
    });
  });

  it('keeps the event that was typed for the test over a reload, and lets the result follow', async () => {
    const { page } = stage;
    await stage.open('/rule/rules/create');
    await write('SELECT payload.level AS level FROM "tank/#"');
    await typeInto(page, 'Payload of the event', '{"level": 41}');
    await page.reload();
    await expect.poll(() => page.getByLabel('Payload of the event').textContent()).toContain('41');
    await page.getByRole('button', { name: /^Run/ }).first().click();
    const result = main().getByRole('region', { name: 'Result', exact: true });
    await result.getByText('41').waitFor();
    await typeInto(page, 'Payload of the event', '{"level": 42}');
    await result.getByText('42').waitFor();
  });

  it('asks about a likely mistake, leads to it, and saves it all the same', async () => {
    const { page } = stage;
    await stage.open('/rule/rules/create');
    await page.getByLabel('ID', { exact: true }).fill('meant_so');
    await write('SELECT\n  upperr(clientid) AS u\nFROM "t/#"');
    await button('Create rule').click();
    await dialog().getByText('There is no function').waitFor();
    await stage.picture('doubts');
    await dialog().getByRole('button', { name: 'Line 2' }).click();
    await main().getByText('Line 2, column').waitFor();
    expect((await stored('meant_so')).status).toBe(404);
    await button('Create rule').click();
    await dialog().getByRole('button', { name: 'Create anyway' }).click();
    await page.getByText('Rule meant_so created').waitFor();
  });

  it.runIf(backend.runsMessages && !backend.isForeign)(
    'a rare failure is named on the overview and on the page of the rule, with its reason',
    async () => {
      const { page } = stage;
      await given('rarely_wrong', { sql: 'SELECT abs(payload.n) AS n FROM "rare/#"', actions: [] });
      for (const n of ['1', '"x"']) {
        // 202: nobody has subscribed to it.
        const sent = await stage.api('POST', '/publish', { topic: 'rare/tank-12', payload: `{"n":${n}}` });
        expect(sent.status).toBe(202);
      }
      await stage.open('/');
      const attention = page.getByRole('region', { name: 'Needs attention' });
      await attention.getByText('rarely_wrong failed on one of 2 events').waitFor();
      await attention.getByText('rare/tank-12').waitFor();
      await attention.getByRole('listitem').filter({ hasText: 'rarely_wrong' }).getByRole('link').click();
      await main().getByText('SQL errors', { exact: true }).first().waitFor();
      await main().getByText('The statement failed on one of 2 events').waitFor();
      await main()
        .getByText(/abs\(\): a number is needed/)
        .waitFor();
      // The statement stands beside it.
      await main().getByRole('region', { name: 'SQL of the rule' }).getByText('payload').first().waitFor();
      await stage.picture('failed');
    },
  );

  describe('saving', () => {
    it('keeps what was written over a reload, and asks before leaving', async () => {
      const { page } = stage;
      await given('drafted');
      await stage.open('/rule/rules/drafted?tab=settings');
      await write('SELECT 1 AS one FROM "t/+/a"');
      await untilKept(page, '1 AS one');
      await page.reload();
      await page.getByText(/unsaved changes .*are back/i).waitFor();
      expect(await sql()).toContain('1 AS one');
      await page
        .getByRole('link', { name: /^Connectors/ })
        .first()
        .click();
      await dialog().getByText('Leave without saving?').waitFor();
      await stage.picture('leaving');
      await dialog().getByRole('button', { name: 'Leave' }).click();
      await page.waitForURL(/#\/connector$/);
      expect((await stored('drafted')).body).toMatchObject({ sql: 'SELECT payload.a AS a FROM "t/+/a"' });
    });

    it('disables and enables at once', async () => {
      const { page } = stage;
      await given('switched');
      await stage.open('/rule/rules/switched');
      const toggle = main().getByRole('switch', { name: 'Enable switched' });
      await toggle.click();
      await page.getByText('Rule switched disabled').waitFor();
      expect((await stored('switched')).body).toMatchObject({ enable: false });
      await toggle.click();
      await page.getByText('Rule switched enabled').waitFor();
      expect((await stored('switched')).body).toMatchObject({ enable: true });
    });

    it('a copy has another id and the same statement, description, switch and outputs; the list comes next', async () => {
      const { page } = stage;
      await given('origin', { description: 'why', enable: false });
      await stage.open('/rule/rules/origin');
      await button('More actions').click();
      await page.getByRole('menuitem', { name: 'Save as copy…' }).click();
      const id = dialog().getByLabel('ID', { exact: true });
      await id.waitFor();
      expect(await id.inputValue()).toBe('origin_copy');
      await id.fill('');
      await dialog().getByRole('button', { name: 'Create' }).click();
      await dialog().getByText('ID is required').waitFor();
      await id.fill('origin_copy');
      await dialog().getByRole('button', { name: 'Create' }).click();
      await page.waitForURL(/#\/rule\/rules$/);
      const { id: _, created_at: __, ...same } = (await stored('origin')).body as Record<string, unknown>;
      const { description, enable, sql: statement, actions } = same;
      expect((await stored('origin_copy')).body).toMatchObject({ description, enable, sql: statement, actions });
    });

    it('is deleted after asking', async () => {
      const { page } = stage;
      await given('gone');
      await stage.open('/rule/rules');
      await main().getByRole('link', { name: 'gone', exact: true }).waitFor();
      await stage.open('/rule/rules/gone');
      await button('More actions').click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await dialog().getByRole('button', { name: 'Delete rule' }).click();
      await page.getByText('Rule gone deleted').waitFor();
      await page.waitForURL(/#\/rule\/rules$/);
      await main().getByRole('link', { name: 'cold_chain_breach' }).waitFor();
      expect(await main().getByRole('link', { name: 'gone', exact: true }).count()).toBe(0);
      expect((await stored('gone')).status).toBe(404);
    });
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
