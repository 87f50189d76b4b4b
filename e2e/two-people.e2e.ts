import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** Two people change the same object. Only where the backend says versions (`ETag`): EMQX does not. */
describe.each(BACKENDS.filter((backend) => backend.runsMessages && !backend.isForeign))(
  'two people at the same object, $name',
  (backend) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage('two-people', backend);
    });
    afterAll(() => stage?.close());

    const main = () => stage.page.getByRole('main');
    const question = () => stage.page.getByRole('dialog').filter({ hasText: 'was changed by someone else' });
    const press = (name: string) => stage.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

    it('see what the other has changed of a connector, take it in, and save both', async () => {
      const { api, page } = stage;
      const path = '/connectors/http%3Adispatch-api';
      await stage.open('/connector/http:dispatch-api');
      await main().getByLabel('Description').fill('Alerts, mine');
      const before = (await api('GET', path)).body as Record<string, unknown>;
      await api('PUT', path, { url: before.url, description: 'Alerts to the dispatch desk', connect_timeout: '7s' });
      await main().getByRole('button', { name: 'Update', exact: true }).click();
      await press('Update connector');
      await question().waitFor();
      expect(await question().textContent()).toContain('7s');
      await stage.picture('question');
      await press('Take in the changes');
      expect(await main().getByLabel('Description').inputValue()).toBe('Alerts, mine');
      await main().getByRole('button', { name: 'Update', exact: true }).click();
      await press('Update connector');
      await page.getByRole('heading', { name: 'Connectors', exact: true }).waitFor();
      expect((await api('GET', path)).body).toMatchObject({ description: 'Alerts, mine', connect_timeout: '7s' });
    });

    it('overwrite a rule only after they have seen the other version', async () => {
      const { api, page } = stage;
      const path = '/rules/cold_chain_breach';
      await stage.open('/rule/rules/cold_chain_breach?tab=settings');
      await main().getByLabel('Note').fill('mine');
      await api('PUT', path, { description: 'theirs' });
      await main().getByRole('button', { name: 'Save', exact: true }).click();
      await question().waitFor();
      expect(await question().textContent()).toMatch(/theirs[\s\S]*mine/);
      expect((await api('GET', path)).body).toMatchObject({ description: 'theirs' });
      await press('Overwrite');
      await question().waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
      expect((await api('GET', path)).body).toMatchObject({ description: 'mine' });
    });

    it('are not asked about their own switch', async () => {
      const { api } = stage;
      await stage.open('/rule/actions/http:dispatch-alerts?tab=settings');
      await main().getByLabel('Description').fill('mine');
      await api('PUT', '/actions/http%3Adispatch-alerts/enable/false');
      await main().getByRole('button', { name: 'Update', exact: true }).click();
      await press('Update action');
      await expect
        .poll(async () => (await api('GET', '/actions/http%3Adispatch-alerts')).body)
        .toMatchObject({ description: 'mine', enable: false });
    });

    it('keep what they typed of a webhook', async () => {
      const { api, page } = stage;
      const webhook = {
        name: 'desk',
        description: 'first',
        sql: 'SELECT\n  *\nFROM\n  "#"',
        connector: { url: stage.sink.url },
        action: {},
      };
      expect((await api('POST', '/sluice/webhooks', webhook)).status).toBe(201);
      await stage.open('/webhook/desk?tab=setting');
      await main().getByLabel('URL').fill(`${stage.sink.url}/mine`);
      const { name: _, ...body } = webhook;
      await api('PUT', '/sluice/webhooks/desk', { ...body, description: 'theirs' });
      await main().getByRole('button', { name: 'Save', exact: true }).click();
      await question().waitFor();
      await press('Take in the changes');
      expect(await main().getByLabel('Note').inputValue()).toBe('theirs');
      expect(await main().getByLabel('URL').inputValue()).toBe(`${stage.sink.url}/mine`);
      await main().getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
      expect((await api('GET', '/sluice/webhooks/desk')).body).toMatchObject({
        description: 'theirs',
        url: `${stage.sink.url}/mine`,
      });
    });

    it('are told about a user, too', async () => {
      const { api, page } = stage;
      await api('POST', '/users', { username: 'kim', password: 'kim-kim-1', role: 'viewer', description: 'first' });
      await stage.open('/settings?tab=users');
      await main().getByRole('button', { name: 'More actions: kim' }).click();
      await page.getByRole('menuitem', { name: 'Edit…' }).click();
      await page.getByRole('dialog').getByLabel('Description').fill('mine');
      await api('PUT', '/users/kim', { role: 'administrator', description: 'theirs' });
      await press('Save');
      await question().waitFor();
      await stage.picture('user');
      await press('Overwrite');
      await expect
        .poll(async () => (await api('GET', '/users')).body)
        .toContainEqual(expect.objectContaining({ username: 'kim', description: 'mine', role: 'viewer' }));
    });

    it('had no error in the page', () => {
      expect(stage.errors).toEqual([]);
    });
  },
);
