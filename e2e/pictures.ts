/**
 * Takes the pictures of `docs/screens.md` and writes that page: `npx tsx e2e/pictures.ts`, about three minutes; with names
 * of screens behind it only theirs.
 * A product of its own, a made-up fleet of refrigerated trucks with real traffic, one target that refuses now and then
 * and one that is down.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { launchBrowser, openPage, type View } from './browser.ts';
import { openPlant } from './plant.ts';
import { type Api, dataFolder, type Product, signIn, startProduct } from './product.ts';
import { goTo, SCREENS, settled } from './screens.ts';
import { startSink } from './sink.ts';
import { signInPage } from './steps.ts';

const DOCS = join(import.meta.dirname, '../docs');
const IMAGES = join(DOCS, 'images');

/** Traffic before the first picture, so that charts and rates have something to show, in ms. */
const WARM_UP_MS = 75_000;
const TRUCKS = 12;

/** Screens by their name in `screens.ts`, in the order of the page, and what they answer. */
const SHOWN: readonly (readonly [title: string, pictures: readonly (readonly [screen: string, caption: string])[]])[] =
  [
    ['Overview', [['overview', 'Is anything wrong, and how bad?']]],
    [
      'Rules',
      [
        ['rules', 'All rules: which one misbehaves'],
        ['rule', 'The counters of one: every match, accounted for'],
        ['rule-no-match', 'Writing and trying one: why not this event'],
        ['rule-tried', 'What each output would get'],
        ['rule-live', 'The live test: each event the rule sees, with its outcome'],
        ['rule-output', 'Adding an output without leaving the rule'],
        ['rule-functions', 'The functions of the language'],
      ],
    ],
    [
      'Actions and sources',
      [
        ['actions', 'All actions: rates, failures, what waits'],
        ['action', 'One of them: is the data safe'],
        ['action-settings', 'Its settings'],
        ['dead-letters', 'Dead letters: what was refused for good'],
        ['letter', 'One of them, to look at and to send again'],
        ['sources', 'Sources'],
      ],
    ],
    [
      'Connectors and webhooks',
      [
        ['connectors', 'All connectors'],
        ['connector-type', 'A new one: its type'],
        ['connector-tested', 'The connection test says which stage failed'],
        ['connector-delete-used', 'What is in use is not deleted'],
        ['webhook', 'A webhook: connector, action and rule in one'],
      ],
    ],
    [
      'Broker and settings',
      [
        ['mqtt-clients', 'MQTT clients'],
        ['mqtt-permissions', 'What they may publish and subscribe to'],
        ['mqtt-retained', 'The messages that new subscribers get'],
        ['mqtt-bans', 'Who is kept out'],
        ['transfer-plan', 'Importing a document: first what it would change'],
        ['palette', 'Everything by a few letters'],
      ],
    ],
  ];

const VIEWS: readonly View[] = (['light', 'dark'] as const).map((theme) => ({
  ...{ theme, language: 'en', width: 1440, height: 900 },
}));

/** More than the small plant has, so that lists look like lists. */
async function makeMore(api: Api): Promise<void> {
  const rules: readonly (readonly [id: string, sql: string])[] = [
    ['telemetry_to_lake', 'SELECT clientid AS truck, payload.temp_c AS temp FROM "fleet/+/telemetry"'],
    ['door_open_too_long', 'SELECT clientid AS truck FROM "fleet/+/telemetry" WHERE payload.door = \'open\''],
    ['gps_thinning', 'SELECT clientid AS truck, payload.lat AS lat FROM "fleet/+/gps" WHERE payload.seq mod 10 = 0'],
    ['setpoint_changed', 'SELECT clientid AS truck, payload.set_c AS setpoint FROM "fleet/+/setpoint"'],
  ];
  for (const [id, sql] of rules) {
    const { status } = await api('POST', '/rules', { id, sql, actions: ['http:dispatch-alerts'] });
    if (status !== 201) throw new Error(`rule ${id}: ${status}`);
  }
  for (const truck of ['tk-0400', 'tk-0403', 'tk-0406']) {
    const setpoint = { topic: `fleet/${truck}/setpoint`, payload: '{"set_c": -18}', qos: 1, retain: true };
    const { status } = await api('POST', '/publish', setpoint);
    if (status >= 300) throw new Error(`${setpoint.topic}: ${status}`);
  }
  const bans = [
    { as: 'clientid', who: 'tk-0399', reason: 'Sold, its unit still reports' },
    { as: 'peerhost_net', who: '198.51.100.0/24', reason: 'Tries passwords' },
  ];
  for (const ban of bans) {
    const { status } = await api('POST', '/banned', ban);
    if (status !== 200) throw new Error(`ban of ${ban.who}: ${status}`);
  }
}

/** Trucks that report, some of them too warm, until they are told to stop. */
async function startTraffic(mqtt: string): Promise<() => Promise<void>> {
  const ids = Array.from({ length: TRUCKS }, (_, n) => `tk-${String(400 + n * 3).padStart(4, '0')}`);
  const clients = await Promise.all(ids.map((clientId) => connectAsync(mqtt, { clientId, protocolVersion: 5 })));
  let turn = 0;
  const timer = setInterval(() => {
    turn++;
    // A wave, so that the charts are not a line.
    const busy = Math.round(TRUCKS * (0.6 + 0.4 * Math.sin(turn / 18)));
    for (const [index, client] of clients.slice(0, busy).entries()) {
      const temp = Math.round(10 * (-20 + 7 * Math.sin(turn / 11 + index))) / 10;
      const door = (turn + index * 7) % 40 === 0 ? 'open' : 'closed';
      const report = { probe: 'rear', temp_c: temp, set_c: -18, door, seq: turn };
      client.publish(`fleet/${ids[index]}/telemetry`, JSON.stringify(report), { qos: 1 });
      if (turn % 60 === index * 5)
        client.publish(`fleet/${ids[index]}/battery`, JSON.stringify({ volts: 11 + index / 20 }), { qos: 1 });
    }
  }, 250);
  return async () => {
    clearInterval(timer);
    await Promise.all(clients.map((client) => client.endAsync(true)));
  };
}

/** Names from the command line; none for all. */
const only = process.argv.slice(2);
const isWanted = (name: string) => only.length === 0 || only.includes(name);

async function take(product: Product, view: View): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, view);
    page.setDefaultTimeout(15_000);
    await signInPage(page, product);
    for (const [name] of SHOWN.flatMap(([, pictures]) => pictures).filter(([name]) => isWanted(name))) {
      const screen = SCREENS.find((one) => one.name === name);
      if (screen === undefined) throw new Error(`there is no screen ${name}`);
      await goTo(page, product.url, screen);
      // A live test has something to show once an event has come.
      if (name === 'rule-live') await page.locator('.live-run').nth(4).waitFor();
      // Charts are drawn from the second sample on.
      if (/^(overview|rule|rule-live|action)$/.test(name)) await page.waitForTimeout(6_000);
      await settled(page);
      await page.screenshot({ path: join(IMAGES, `${name}-${view.theme}.png`) });
      console.log(`${name} ${view.theme}`);
    }
  } finally {
    await browser.close();
  }
}

function pageText(): string {
  const row = (name: string, caption: string) =>
    `| ${caption} | ![](images/${name}-light.png) | ![](images/${name}-dark.png) |`;
  const sections = SHOWN.map(
    ([title, pictures]) =>
      `## ${title}\n\n| | Light | Dark |\n|---|---|---|\n${pictures.map(([name, caption]) => row(name, caption)).join('\n')}\n`,
  );
  return [
    '# Screens\n',
    'Pictures of the running product, with a made-up fleet of refrigerated trucks. `npx tsx e2e/pictures.ts` takes them and writes',
    'this page.\n',
    ...sections,
  ].join('\n');
}

const data = dataFolder();
const target = await startSink({ status: (count) => (count % 97 === 0 ? 422 : 200) });
const refusing = await startSink({ status: () => 422 });
const product = await startProduct(data.path);
try {
  const api = await signIn(product);
  const mqtt = `mqtt://${new URL(product.mqtt).host}`;
  const plant = await openPlant(api, { target: target.url, refusing: refusing.url, mqtt });
  await makeMore(api);
  const stopTraffic = await startTraffic(mqtt);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  if (only.length === 0) rmSync(IMAGES, { recursive: true, force: true });
  mkdirSync(IMAGES, { recursive: true });
  for (const view of VIEWS) await take(product, view);
  writeFileSync(join(DOCS, 'screens.md'), pageText());
  await stopTraffic();
  await plant.close();
} finally {
  await product.end('SIGINT');
  await target.close();
  await refusing.close();
  data.remove();
}
