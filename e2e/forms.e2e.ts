import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';
import { untilKept } from './steps.ts';

/** What a schema-driven form does with what is typed (specification §2, §3, §5). */
describe.each(BACKENDS)('forms, $name', (backend) => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await openStage('forms', backend);
    page = stage.page;
  });
  afterAll(() => stage?.close());

  const field = (name: string | RegExp) => page.getByLabel(name, { exact: typeof name === 'string' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const newForm = (type: string) => stage.open(`/connector/create?type=${type}`);
  const pem = (text: string, name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  it('shows twelve rows of skeleton until the description of the type has come', async () => {
    const { page: other, close } = await stage.another();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/schemas/connectors', async (route) => {
      await held;
      await route.continue();
    });
    await other.goto(`${stage.access.url}#/connector/create?type=http`);
    await expect.poll(() => other.locator('main .skeleton').count()).toBe(12);
    release();
    await other.getByLabel('Name', { exact: true }).waitFor();
    expect(await other.locator('main .skeleton').count()).toBe(0);
    await close();
  });

  it('says so when the description cannot be loaded, and tries again', async () => {
    const { page: other, close } = await stage.another();
    await other.route('**/schemas/connectors', (route) => route.fulfill({ status: 502, body: '' }));
    await other.goto(`${stage.access.url}#/connector/create?type=http`);
    await other.getByText('could not be loaded').first().waitFor();
    await other.unroute('**/schemas/connectors');
    await other.getByRole('button', { name: 'Try again' }).first().click();
    await other.getByLabel('Name', { exact: true }).waitFor();
    await close();
  });

  it('asks for the description once, however many forms are opened', async () => {
    const { page: other, close } = await stage.another();
    let asked = 0;
    other.on('request', (request) => {
      if (request.url().endsWith('/schemas/connectors')) asked++;
    });
    for (const type of ['http', 'mqtt', 'http']) {
      await other.goto(`${stage.access.url}#/connector/create?type=${type}`);
      await other.getByLabel('Name', { exact: true }).waitFor();
    }
    expect(asked).toBe(1);
    await close();
  });

  it('gives each field half a row, and a wide one the whole row', async () => {
    await newForm('mqtt');
    const width = async (name: string | RegExp) => (await field(name).first().boundingBox())?.width ?? 0;
    await field('Name').waitFor();
    const half = await width('Name');
    expect(Math.abs(half - (await width(/^(MQTT )?Server/)))).toBeLessThan(3);
    await newForm('http');
    await field('Name').waitFor();
    expect(await width(/^URL/)).toBeGreaterThan(half * 1.9);
  });

  it('asks for what is required, at the field', async () => {
    await newForm('mqtt');
    await field('Name').waitFor();
    await button('Create').click();
    expect(await field('Name').getAttribute('aria-invalid')).toBe('true');
    const about = (await field('Name').getAttribute('aria-describedby')) ?? '';
    const said = await page
      .locator(
        about
          .split(' ')
          .map((id) => `[id="${id}"]`)
          .join(','),
      )
      .allTextContents();
    expect(said.join(' ')).toMatch(/required/);
    const server = page.getByLabel(/^(MQTT )?Server/).first();
    expect(await server.getAttribute('aria-invalid')).toBe('true');
    expect(await field('Name').evaluate((input) => document.activeElement === input)).toBe(true);
    await stage.picture('required');
  });

  it.each([
    ['9lives', /letter/],
    ['a b', /letter|spaces/i],
    ['名称', /letter/],
  ])('refuses the name %s', async (name, words) => {
    await newForm('http');
    await field('Name').fill(name);
    await page.getByLabel(/^URL/).fill('http://127.0.0.1:1');
    await button('Create').click();
    await page.locator('.err, [role=alert]').getByText(words).first().waitFor();
    expect((await stage.api('GET', '/connectors')).body).not.toContainEqual(expect.objectContaining({ name }));
  });

  it('lets only digits, dot, e, plus and minus into a number', async () => {
    await newForm('http');
    await page.locator('summary', { hasText: 'Advanced' }).click();
    const pool = field(/^Pool size/);
    await pool.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1x2y.5e+3-');
    expect(await pool.inputValue()).toBe('12.5e+3-');
    await stage.picture('number');
  });

  it('checks bounds of numbers and durations', async () => {
    await newForm('mqtt');
    await field('Name').fill('bounds');
    await page
      .getByLabel(/^(MQTT )?Server/)
      .first()
      .fill('127.0.0.1:1');
    await page.locator('summary', { hasText: 'Advanced' }).click();
    await field(/^(Pool size|Connections)/)
      .first()
      .fill('0');
    await field(/^Connect timeout/).fill('0');
    await button('Create').click();
    await page.getByText('At least 1.', { exact: false }).first().waitFor();
    await page.getByText('At least 1s.', { exact: false }).first().waitFor();
    await stage.picture('bounds');
  });

  it('units of time and size: ms, s, m, h, d and MB, GB, KB, B', async () => {
    await newForm('http');
    await page.locator('summary', { hasText: 'Advanced' }).click();
    const time = page.getByLabel('Unit of Connect timeout').locator('option');
    expect(await time.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
      'ms',
      's',
      'm',
      'h',
      'd',
    ]);
    await stage.open('/rule/actions/http:dispatch-alerts?tab=settings');
    await page.locator('summary', { hasText: 'Advanced' }).click();
    const size = page.getByLabel(/^Unit of .*buffer/i).locator('option');
    expect(await size.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
      'MB',
      'GB',
      'KB',
      'B',
    ]);
  });

  it('shows keepalive and retry interval of an MQTT connector as durations, and a sample address', async () => {
    await newForm('mqtt');
    const server = page.getByLabel(/^(MQTT )?Server/).first();
    expect(await server.getAttribute('placeholder')).toMatch(/^[\w.-]+:\d+$/);
    await page.locator('summary', { hasText: 'Advanced' }).click();
    for (const name of [/^Unit of (MQTT )?keep.?alive/i, /^Unit of (retry|resend) interval/i]) {
      const unit = page.getByLabel(name);
      expect(await unit.locator('option').count()).toBe(5);
      expect(await unit.inputValue()).toBe('s');
    }
  });

  it('has the advanced settings of a connector', async () => {
    const keys = [
      'pool_size',
      'connect_timeout',
      'resource_opts.start_timeout',
      'resource_opts.health_check_interval',
      'resource_opts.start_after_created',
    ];
    for (const [type, own] of [
      ['http', ['pool_type', 'enable_pipelining']],
      ['mqtt', ['max_inflight']],
    ] as const) {
      await newForm(type);
      await page.locator('summary', { hasText: 'Advanced' }).click();
      const shown = await page
        .locator('details:has(summary:text("Advanced")) [id]')
        .evaluateAll((all) => all.map((element) => element.id));
      const missing = [...keys, ...own].filter((key) => !shown.some((id) => id.endsWith(key.replace('.', '-'))));
      expect(missing, `${type}: ${shown.join(' ')}`).toEqual([]);
    }
  });

  it('edits headers as rows and as text, and takes only text that looks like pairs', async () => {
    await newForm('http');
    await button('Edit as text').click();
    const text = page.getByLabel('Edit as text');
    expect(await text.inputValue()).toBe('content-type=application/json');
    await text.fill('nonsense, a=1');
    await page.getByText('Write pairs such as').waitFor();
    await text.fill('a=1, b=2');
    await button('Edit as rows').click();
    expect(await page.getByLabel('Name in row 2').inputValue()).toBe('b');
    expect(await page.getByLabel('Value in row 2').inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Remove a' }).click();
    expect(await page.getByLabel('Name in row 1').inputValue()).toBe('b');
    await stage.picture('key-values');
  });

  it('fills a certificate from a file, checks its extension, asks before it replaces', async () => {
    await newForm('http');
    await page.getByRole('switch', { name: 'TLS' }).click();
    await page.getByText('Client certificate and key').click();
    const file = page.locator('input[type=file]').first();
    const area = page.locator('textarea').first();
    await file.setInputFiles(pem('x', 'x.exe'));
    await page.getByText(/x\.exe is not one of these kinds of file.*\.pem/).waitFor();
    await file.setInputFiles(pem('-----BEGIN CERTIFICATE-----\n1', 'one.pem'));
    await expect.poll(() => area.inputValue()).toContain('1');
    await file.setInputFiles(pem('-----BEGIN CERTIFICATE-----\n2', 'two.crt'));
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText('Replace what is in the field?').waitFor();
    await stage.picture('replace');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await area.inputValue()).toContain('1');
    await file.setInputFiles(pem('-----BEGIN CERTIFICATE-----\n2', 'two.crt'));
    await page.getByRole('button', { name: 'Replace text' }).click();
    await expect.poll(() => area.inputValue()).toContain('2');
  });

  it('sets TLS back when it is switched off', async () => {
    await newForm('http');
    await field('Name').fill('tls-off');
    await page.getByLabel(/^URL/).fill(stage.sink.url);
    const tls = page.getByRole('switch', { name: 'TLS' });
    await tls.click();
    await field(/^(Server name|SNI)/)
      .first()
      .fill('example.com');
    await tls.click();
    await button('Create').click();
    await page.getByText('Connector tls-off created').waitFor();
    const { body } = await stage.api('GET', '/connectors/http%3Atls-off');
    expect((body as { ssl: object }).ssl).toMatchObject({ enable: false });
    expect(JSON.stringify(body)).not.toContain('example.com');
  });

  it('keeps a stored password unless it is replaced', async () => {
    const made = { type: 'mqtt', name: 'pw', server: '127.0.0.1:1', username: 'u', password: 'first' };
    expect((await stage.api('POST', '/connectors', made)).status).toBe(201);
    const save = async (): Promise<{ password?: string }> => {
      const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('mqtt%3Apw'));
      await button('Update').click();
      await page.getByRole('button', { name: 'Update connector' }).click();
      await page.getByText('Connector pw saved').waitFor();
      return (await sent).postDataJSON();
    };
    await stage.open('/connector/mqtt:pw');
    await page.getByLabel('Stored, not shown').waitFor();
    await button('Replace').click();
    await button('Keep the stored one').click();
    await page.getByLabel(/^Description/).fill('same password');
    // What stands for the stored one says to the backend: as it is.
    expect((await save()).password).toBe('******');
    await stage.open('/connector/mqtt:pw');
    await button('Replace').click();
    await page.locator('main input[type=password]').fill('second');
    expect((await save()).password).toBe('second');
    expect((await stage.api('GET', '/connectors/mqtt%3Apw')).body).toMatchObject({ password: '******' });
  });

  it('switches a time that may be a word between the word and a value', async () => {
    const own = { name: 'worded', connector: 'dispatch-api', parameters: { path: '/' } };
    const body = { type: 'http', ...own, resource_opts: { request_ttl: '45s' } };
    expect((await stage.api('POST', '/actions', body)).status).toBe(201);
    const stored = async () => {
      const { body } = await stage.api('GET', '/actions/http%3Aworded');
      return (body as { resource_opts: { request_ttl: string } }).resource_opts.request_ttl;
    };
    const change = async (what: () => Promise<void>) => {
      await stage.open('/rule/actions/http:worded?tab=settings');
      await page.locator('summary', { hasText: 'Advanced' }).click();
      await what();
      await button('Update').click();
      await page.getByRole('button', { name: 'Update action' }).click();
      await page.getByText('Action worded saved').waitFor();
    };
    const ttl = page.getByRole('switch', { name: /^Request TTL/ });
    const value = page.getByRole('textbox', { name: /^Request TTL/ });
    expect(await stored()).toBe('45s');
    await change(async () => {
      // A value that is wrong is no longer in the way once the word stands for it.
      await value.fill('-5');
      await button('Update').click();
      await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true');
      await stage.picture('symbol-switch-on');
      await ttl.click();
      expect(await value.count()).toBe(0);
      await stage.picture('symbol-switch-off');
    });
    expect(await stored()).toBe('infinity');
    await change(async () => {
      expect(await ttl.isChecked()).toBe(false);
      await ttl.click();
      await value.fill('30');
    });
    expect(await stored()).toBe('30s');
  });

  it.each([
    ['a/+', 'A topic to publish to cannot contain'],
    ['a/#', 'A topic to publish to cannot contain'],
  ])('refuses to publish to %s', async (topic, words) => {
    await stage.open('/rule/actions/mqtt:hq-mirror?tab=settings');
    await field(/^Topic/)
      .first()
      .fill(topic);
    await button('Update').click();
    await page.getByText(words).first().waitFor();
  });

  it.each([
    ['a/#/b', /#/],
    ['a+/b', /\+/],
  ])('refuses to subscribe to %s', async (topic, words) => {
    await stage.open('/rule/source/mqtt:hq-commands?tab=settings');
    await field(/^Topic/)
      .first()
      .fill(topic);
    await button('Update').click();
    await page.locator('.err').getByText(words).first().waitFor();
  });

  it('offers the fields of the rule after ${ in a template', async () => {
    await stage.open('/rule/rules/cold_chain_breach?tab=settings');
    await button('Change or remove http:dispatch-alerts').click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    const path = page.getByRole('dialog').last().getByLabel(/^Path/);
    await path.click();
    await page.keyboard.press('End');
    await page.keyboard.type('/${');
    const offered = page.getByRole('dialog').last().getByRole('listbox').getByRole('option');
    const names = ['${setpoint}', '${temp}', '${truck}'];
    await expect.poll(async () => (await offered.allTextContents()).sort()).toEqual(names);
    await stage.picture('template');
    await offered.getByText('setpoint').click();
    expect(await path.inputValue()).toBe('/alerts/${truck}/${setpoint}');
  });

  it('keeps what was filled in over a reload', async () => {
    await newForm('mqtt');
    await field('Name').fill('half-done');
    await untilKept(page, 'half-done');
    await page.reload();
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(await field('Name').inputValue()).toBe('half-done');
    await button('Discard them').click();
    expect(await field('Name').inputValue()).toBe('');
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
