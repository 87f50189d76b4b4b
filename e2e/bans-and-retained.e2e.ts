import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** The MQTT page: bans, retained messages and publishing, where a broker is behind the API. */
describe.each(BACKENDS.filter((backend) => backend.runsMessages && !backend.isForeign))(
  'the MQTT page, $name',
  (backend) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage('bans-and-retained', backend);
    });
    afterAll(() => stage?.close());

    const main = () => stage.page.getByRole('main');
    const dialog = () => stage.page.getByRole('dialog');
    const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

    it('publishes a message to be retained, and shows, finds and deletes it', async () => {
      const { page, api } = stage;
      await stage.open('/mqtt?tab=retained');
      await main().getByText('No retained messages').waitFor();
      for (const truck of ['t1', 't2']) {
        await main().getByRole('button', { name: 'Publish…' }).click();
        await dialog().getByLabel('Topic').fill(`fleet/${truck}/state`);
        await dialog().getByLabel('Payload').fill(`{"truck":"${truck}","big":9007199254740993}`);
        await dialog().getByLabel('Retain').check();
        await press('Publish');
        await main()
          .getByRole('button', { name: `fleet/${truck}/state`, exact: true })
          .waitFor();
      }
      await main().getByRole('searchbox').fill('fleet/t1/#');
      await main().getByRole('button', { name: 'fleet/t2/state', exact: true }).waitFor({ state: 'hidden' });
      await main().getByRole('button', { name: 'fleet/t1/state', exact: true }).click();
      await dialog().getByText('9007199254740993').waitFor();
      await stage.picture('retained');
      await press('Delete…');
      await press('Delete message');
      await expect
        .poll(async () => (await api('GET', '/mqtt/retainer/messages')).body)
        .toMatchObject({ meta: { count: 1 } });
      await main().getByText('No retained message has such a topic.').waitFor();
      await main().getByRole('searchbox').fill('a#b');
      await main().getByText('Not a topic filter').waitFor();
      await page.keyboard.press('Escape');
    });

    it('bans a client for a reason, and lifts the ban', async () => {
      const { page, api } = stage;
      await stage.open('/mqtt?tab=bans');
      await main().getByRole('button', { name: 'New ban…' }).click();
      await dialog().getByLabel('What is banned').selectOption('peerhost_net');
      await dialog().getByLabel('Network').fill('10.9.0.0');
      await press('Ban');
      await dialog().getByText('A network, such as 10.0.0.0/8.').waitFor();
      await dialog().getByLabel('Network').fill('10.9.0.0/16');
      await dialog().getByLabel('Reason').fill('Test lab');
      await dialog().getByRole('radio', { name: '7 days' }).click();
      await press('Ban');
      await main().getByText('Test lab').waitFor();
      await stage.picture('bans');
      const { body } = await api('GET', '/banned');
      expect(body).toMatchObject({ data: [{ as: 'peerhost_net', who: '10.9.0.0/16', reason: 'Test lab' }] });
      await main().getByRole('button', { name: 'More actions: 10.9.0.0/16' }).click();
      await page.getByRole('menuitem', { name: 'Lift…' }).click();
      await press('Lift ban');
      await main().getByText('Nobody is banned').waitFor();
    });

    it('says who still comes in without a password once there are users', async () => {
      await stage.open('/mqtt?tab=users');
      await main().getByText('Only clients on this machine may connect').waitFor();
      await main().getByRole('button', { name: 'New MQTT user…' }).click();
      await dialog().getByLabel('User name').fill('truck');
      await dialog().getByLabel('Password').fill('truck-1');
      await press('Create');
      await main().getByText('Clients on this machine still connect without a password.').waitFor();
      await stage.picture('users');
    });

    it('records all of it in words', async () => {
      await stage.open('/settings?tab=changes');
      const entry = (text: string) => main().getByRole('listitem').filter({ hasText: text }).first();
      await entry('created the MQTT user truck').waitFor();
      await entry('deleted the ban of the network 10.9.0.0/16').waitFor();
      await stage.picture('changes');
    });

    it('had no error in the page', () => {
      expect(stage.errors).toEqual([]);
    });
  },
);
