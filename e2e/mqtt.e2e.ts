import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from './backend.ts';
import { openStage, type Stage } from './stage.ts';

/** Who is connected over MQTT, as whom and with which rights: what the page says holds for real clients. */
describe.each(BACKENDS.filter((backend) => backend.runsMessages))('MQTT, $name', (backend) => {
  let stage: Stage;
  let address: string;
  beforeAll(async () => {
    stage = await openStage('mqtt', backend);
    const { body } = await stage.api('GET', '/listeners');
    const tcp = (body as { type: string; bind: string }[]).find((listener) => listener.type === 'tcp');
    const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d+)$/.exec(tcp?.bind ?? '') ?? [];
    address = `mqtt://${host === '0.0.0.0' ? new URL(stage.access.url).hostname : host}:${port}`;
  });
  afterAll(async () => {
    await stage?.api('DELETE', `/authentication/${encodeURIComponent('password_based:built_in_database')}/users/truck`);
    await stage?.close();
  });

  const main = () => stage.page.getByRole('main');
  const dialog = () => stage.page.getByRole('dialog').last();
  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const connect = (options: IClientOptions): Promise<MqttClient> =>
    connectAsync(address, { protocolVersion: 5, reconnectPeriod: 0, ...options });

  it('has its parts as links', async () => {
    await stage.open('/mqtt');
    const names = await main().getByRole('navigation', { name: 'MQTT' }).getByRole('link').allTextContents();
    expect(names).toEqual(['Clients', 'Retained messages', 'Listeners', 'Users', 'Permissions', 'Bans']);
    await main().getByRole('link', { name: 'Listeners' }).click();
    await main().getByText(address.replace('mqtt://', '')).first().waitFor();
    await main().getByText('Running', { exact: true }).first().waitFor();
    await stage.picture('listeners');
  });

  it('shows who is connected and what they subscribed to, and can end a session', async () => {
    const { page } = stage;
    const client = await connect({ clientId: 'e2e-tk-0417' });
    await client.subscribeAsync('fleet/tk-0417/cmd', { qos: 1 });
    const closed = new Promise((resolve) => client.once('close', () => resolve(true)));
    await stage.open('/mqtt?q=e2e-tk');
    const row = main().getByRole('row', { name: /e2e-tk-0417/ });
    await row.getByText('Connected', { exact: true }).waitFor();
    await row.getByText('MQTT 5.0').waitFor();
    await stage.picture('clients');
    await row.getByRole('button', { name: 'e2e-tk-0417', exact: true }).click();
    await dialog().getByText('fleet/tk-0417/cmd').waitFor();
    await stage.picture('subscriptions');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Disconnect…' }).click();
    await dialog().getByRole('button', { name: 'Disconnect client' }).click();
    await page.getByText('e2e-tk-0417 disconnected').waitFor();
    expect(await closed).toBe(true);
    await main().getByText('No client matches.').waitFor();
  });

  it('a user is needed once there is one, and permissions hold at once', async () => {
    const { page } = stage;
    await stage.open('/mqtt?tab=users');
    await button('New MQTT user…').click();
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('A name is required.').waitFor();
    await dialog().getByLabel('User name').fill('truck');
    await dialog().getByLabel('Password').fill('wheels');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByText('MQTT user truck saved').waitFor();
    await stage.picture('user');
    await expect(connect({ username: 'truck', password: 'wrong' })).rejects.toThrow(/Not authorized|password/i);
    const client = await connect({ username: 'truck', password: 'wheels' });
    expect((await client.subscribeAsync('secret/plans'))[0]?.qos).toBe(0);
    const closed = new Promise((resolve) => client.once('close', () => resolve(true)));

    await stage.open('/mqtt?tab=permissions');
    await button('New permissions…').click();
    await dialog().getByLabel('User name').fill('truck');
    await dialog().getByLabel('Allow or deny, permission 1').selectOption('deny');
    await dialog().getByLabel('Topic of permission 1').fill('secret/#/x');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('A topic filter, with # and + as whole levels.').waitFor();
    await dialog().getByLabel('Topic of permission 1').fill('secret/#');
    await stage.picture('permission');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Permissions saved').waitFor();
    // Who listens to what is denied now has to go, and may come back without it.
    expect(await closed).toBe(true);
    const again = await connect({ username: 'truck', password: 'wheels' });
    await expect(again.subscribeAsync('secret/others')).rejects.toThrow(/Not authorized/i);
    await again.endAsync(true);

    const panel = main().locator('section').filter({ hasText: 'secret/#' });
    await panel.getByRole('button', { name: 'Delete…' }).click();
    await dialog().getByRole('button', { name: 'Delete permissions' }).click();
    await page.getByText('Permissions deleted').waitFor();
    await stage.open('/mqtt?tab=users');
    await button('More actions: truck').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog().getByRole('button', { name: 'Delete user' }).click();
    await page.getByText('MQTT user truck deleted').waitFor();
    await main().getByText('Only clients on this machine may connect').waitFor();
    await (await connect({})).endAsync();
  });

  it('had no error in the page', () => {
    expect(stage.errors).toEqual([]);
  });
});
