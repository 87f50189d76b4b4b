import type { Locator, Page } from 'playwright-core';
import { forgetDrafts, typeInto } from './steps.ts';

/** A page of the console, or something on it that is only there once it has been opened. */
export interface Screen {
  readonly name: string;
  readonly route: string;
  /** Opens what is not there at first; in any language. */
  readonly open?: (page: Page) => Promise<void>;
  /** Not there on a phone, where the console is for looking. */
  readonly isForDesk?: boolean;
}

const page = (name: string, route: string): Screen => ({ name, route });

const PAGES: readonly Screen[] = [
  page('overview', '/'),
  page('connectors', '/connector'),
  page('connectors-nothing-found', '/connector?q=nothing-of-that-name'),
  page('connector-type', '/connector/create'),
  page('connector-new', '/connector/create?type=http'),
  page('connector-new-mqtt', '/connector/create?type=mqtt'),
  page('connector', '/connector/http:dispatch-api'),
  page('connector-of-webhook', '/connector/http:door_alarm_WH_D'),
  page('connector-absent', '/connector/http:nobody'),
  page('rules', '/rule/rules'),
  page('rule-new', '/rule/rules/create'),
  page('rule', '/rule/rules/cold_chain_breach'),
  page('rule-settings', '/rule/rules/cold_chain_breach?tab=settings'),
  page('rule-absent', '/rule/rules/nobody'),
  page('actions', '/rule/actions'),
  page('action', '/rule/actions/http:dispatch-alerts'),
  page('action-failing', '/rule/actions/http:work-orders'),
  page('action-settings', '/rule/actions/http:dispatch-alerts?tab=settings'),
  page('action-rules', '/rule/actions/http:dispatch-alerts?tab=rules'),
  page('action-letters', '/rule/actions/http:work-orders?tab=letters'),
  page('dead-letters', '/rule/actions/dead-letters'),
  page('sources', '/rule/source'),
  page('source', '/rule/source/mqtt:hq-commands'),
  page('source-settings', '/rule/source/mqtt:hq-commands?tab=settings'),
  page('webhooks', '/webhook'),
  page('webhook', '/webhook/door_alarm_WH_D'),
  page('webhook-settings', '/webhook/door_alarm_WH_D?tab=setting'),
  page('webhook-new', '/webhook/create'),
  page('mqtt-clients', '/mqtt'),
  page('mqtt-retained', '/mqtt?tab=retained'),
  page('mqtt-bans', '/mqtt?tab=bans'),
  page('mqtt-listeners', '/mqtt?tab=listeners'),
  page('mqtt-users', '/mqtt?tab=users'),
  page('mqtt-permissions', '/mqtt?tab=permissions'),
  page('settings', '/settings'),
  page('settings-users', '/settings?tab=users'),
  page('settings-keys', '/settings?tab=keys'),
  page('settings-mqtt', '/settings?tab=mqtt'),
  page('settings-session', '/settings?tab=session'),
  page('settings-cluster', '/settings?tab=cluster'),
  page('settings-transfer', '/settings?tab=transfer'),
  page('settings-changes', '/settings?tab=changes'),
  page('settings-about', '/settings?tab=about'),
  page('not-found', '/no-such-page'),
];

const dialog = (at: Page): Locator => at.getByRole('dialog').last();

/** Clicks what has one of these names, and waits for the dialog or drawer that it opens. */
function opens(name: RegExp, role: 'button' | 'switch' | 'menuitem' = 'button'): (at: Page) => Promise<void> {
  return async (at) => {
    await at.getByRole('main').getByRole(role, { name }).first().click();
    await dialog(at).waitFor();
  };
}

/** Opens the menu behind a button. */
function unfolds(target: (at: Page) => Locator): (at: Page) => Promise<void> {
  return async (at) => {
    await target(at).first().click();
    await at.getByRole('menu').waitFor();
  };
}

/** The same, then chooses the item that has the name. */
function chooses(target: (at: Page) => Locator, name: RegExp): (at: Page) => Promise<void> {
  return async (at) => {
    await unfolds(target)(at);
    await at.getByRole('menuitem', { name }).click();
    await dialog(at).waitFor();
  };
}

const inMain = (selector: string) => (at: Page) => at.getByRole('main').locator(selector);
const rowMenu = inMain('tbody button[aria-haspopup=menu]');
const headMenu = inMain('.head button[aria-haspopup=menu]');

const RUN = /^(Run|运行)/;
const DELETE = /^(Delete|删除)…/;

const STATES: readonly Screen[] = [
  { name: 'filter-menu', route: '/connector', open: unfolds(inMain('search button[aria-haspopup=menu]')) },
  { name: 'row-menu', route: '/rule/rules', open: unfolds(rowMenu), isForDesk: true },
  {
    name: 'theme-menu',
    route: '/connector',
    open: unfolds((at) => at.locator('header button.iconbtn[aria-haspopup=menu]:visible').first()),
  },
  {
    name: 'account-menu',
    route: '/connector',
    open: unfolds((at) => at.locator('header button[aria-haspopup=menu]:visible').last()),
    isForDesk: true,
  },
  {
    name: 'palette',
    route: '/rule/rules',
    open: async (at) => {
      await at.keyboard.press('ControlOrMeta+k');
      await dialog(at).getByRole('combobox').fill('fleet');
      await dialog(at).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'status-tooltip',
    route: '/connector/mqtt:hq-broker',
    open: async (at) => {
      await at.locator('main .status-anchor').first().hover();
      await at.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'bulk-bar',
    route: '/rule/rules',
    open: async (at) => {
      await at.locator('main tbody input[type=checkbox]').first().check();
      await at.getByRole('toolbar').waitFor();
    },
    isForDesk: true,
  },
  { name: 'connector-delete', route: '/connector/http:siem', open: opens(DELETE) },
  { name: 'connector-delete-used', route: '/connector/http:dispatch-api', open: opens(DELETE) },
  { name: 'connector-disable', route: '/connector/http:dispatch-api', open: opens(/dispatch-api/, 'switch') },
  { name: 'connector-copy', route: '/connector/http:siem', open: opens(/^(Save as copy|另存为|复制)/) },
  {
    name: 'connector-faults',
    route: '/connector/create?type=mqtt',
    open: async (at) => {
      await at.locator('main summary').first().click();
      await at.locator('main .action-bar .btn.primary').click();
      await at.locator('main [aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'connector-tested',
    route: '/connector/mqtt:hq-broker',
    open: async (at) => {
      await at.getByRole('button', { name: /^(Test connection|测试连接)$/ }).click();
      await at
        .getByRole('main')
        .getByText(/^(Nothing is saved by testing|测试不会保存)/)
        .waitFor();
    },
  },
  { name: 'rule-input', route: '/rule/rules/create', open: opens(/^(Add an input|添加输入)$/) },
  { name: 'rule-output', route: '/rule/rules/create', open: opens(/^(Add an output|添加输出)$/) },
  {
    name: 'rule-republish',
    route: '/rule/rules/create',
    open: async (at) => {
      await opens(/^(Add an output|添加输出)$/)(at);
      await dialog(at).locator('label.type-pick').first().click();
      await dialog(at).getByRole('switch').first().click();
      await dialog(at).locator('.drawer-foot .btn.primary').click();
      await dialog(at).locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'rule-action',
    route: '/rule/rules/create?direction=egress&connType=http&connName=dispatch-api',
    open: async (at) => {
      await dialog(at)
        .getByLabel(/^(Connector|连接器)$/)
        .waitFor();
    },
  },
  {
    name: 'rule-source',
    route: '/rule/rules/create?direction=ingress&connType=mqtt&connName=hq-broker',
    open: async (at) => {
      await dialog(at)
        .getByLabel(/^(Connector|连接器)$/)
        .waitFor();
    },
  },
  { name: 'rule-functions', route: '/rule/rules/create', open: opens(/^(Functions|函数)$/), isForDesk: true },
  { name: 'rule-examples', route: '/rule/rules/create', open: opens(/^(Examples|示例)$/) },
  {
    name: 'rule-tried',
    route: '/rule/rules/cold_chain_breach?tab=settings',
    open: async (at) => {
      await typeInto(at, /^(Payload of the event|事件的)/, '{ "temp_c": -10.5, "set_c": -18 }');
      await at.getByRole('main').getByRole('button', { name: RUN }).first().click();
      await at.locator('.try-result .dry-row').waitFor();
    },
  },
  {
    name: 'rule-no-match',
    route: '/rule/rules/cold_chain_breach?tab=settings',
    open: async (at) => {
      await typeInto(at, /^(Payload of the event|事件的)/, '{ "temp_c": -17, "set_c": -18 }');
      await at.getByRole('main').getByRole('button', { name: RUN }).first().click();
      await at.locator('.try-result .why').waitFor();
    },
  },
  {
    name: 'rule-sql-fault',
    route: '/rule/rules/create',
    open: async (at) => {
      await typeInto(at, /SQL/, 'SELECT payload.a\nFORM "t/#"');
      await at.locator('.cm-note').first().waitFor();
    },
  },
  {
    name: 'rule-completion',
    route: '/rule/rules/create',
    open: async (at) => {
      await typeInto(at, /SQL/, 'SELECT ');
      await at.keyboard.press('Control+Space');
      await at.getByRole('option').first().waitFor();
    },
    isForDesk: true,
  },
  {
    name: 'rule-live',
    route: '/rule/rules/cold_chain_breach?tab=settings',
    open: async (at) => {
      await at.getByRole('radio', { name: /^(Live test|实时测试)$/ }).click();
      await at.locator('.live-run, .live-panel, .live').first().waitFor();
    },
  },
  { name: 'rule-delete', route: '/rule/rules/cold_chain_breach', open: chooses(headMenu, DELETE) },
  { name: 'rule-copy', route: '/rule/rules/cold_chain_breach', open: chooses(headMenu, /^(Save as copy|另存为|复制)/) },
  { name: 'action-delete', route: '/rule/actions/http:dispatch-alerts', open: chooses(headMenu, DELETE) },
  {
    name: 'counters-reset',
    route: '/rule/actions/http:dispatch-alerts',
    open: opens(/^(Reset counters|重置计数|清零)/),
  },
  { name: 'letter', route: '/rule/actions/dead-letters', open: opens(/^(View|查看)/) },
  { name: 'letters-delete', route: '/rule/actions/dead-letters', open: opens(/^(Delete all|全部删除|删除全部)/) },
  { name: 'webhook-delete', route: '/webhook/door_alarm_WH_D', open: opens(DELETE) },
  { name: 'mqtt-subscriptions', route: '/mqtt', open: opens(/^tk-0417$/) },
  { name: 'mqtt-user-new', route: '/mqtt?tab=users', open: opens(/^(New MQTT user|新建 MQTT 用户)/) },
  { name: 'mqtt-permission-new', route: '/mqtt?tab=permissions', open: opens(/^(New permissions|新建权限)/) },
  { name: 'user-new', route: '/settings?tab=users', open: opens(/^(New user|新建用户)/) },
  { name: 'user-password', route: '/settings?tab=users', open: opens(/^(Change password|修改密码)/) },
  { name: 'key-new', route: '/settings?tab=keys', open: opens(/^(New API key|新建 API)/) },
  {
    name: 'transfer-plan',
    route: '/settings?tab=transfer',
    open: async (at) => {
      const rule = 'rules:\n  - id: imported\n    sql: SELECT * FROM "x/#"\n    actions: []\n';
      await at.locator('main textarea').fill(`version: 1\n${rule}`);
      await at
        .getByRole('main')
        .getByRole('button', { name: /^(Show what would change|查看将发生)/ })
        .click();
      await at.locator('main table.plan').waitFor();
    },
  },
  {
    name: 'changes-open',
    route: '/settings?tab=changes',
    open: async (at) => {
      await at.locator('main .change summary').first().click();
    },
  },
];

/** Every page, and everything that opens on one. */
export const SCREENS: readonly Screen[] = [...PAGES, ...STATES];

/** What a fresh product shows where later a list stands. */
export const EMPTY_SCREENS: readonly Screen[] = [
  page('empty-overview', '/'),
  page('empty-connectors', '/connector'),
  page('empty-rules', '/rule/rules'),
  page('empty-actions', '/rule/actions'),
  page('empty-sources', '/rule/source'),
  page('empty-webhooks', '/webhook'),
  page('empty-dead-letters', '/rule/actions/dead-letters'),
  page('empty-mqtt', '/mqtt'),
  page('empty-mqtt-users', '/mqtt?tab=users'),
  page('empty-keys', '/settings?tab=keys'),
];

/** Goes to a screen and waits until it stands there: nothing is loading, nothing moves. */
export async function goTo(at: Page, base: string, screen: Screen): Promise<void> {
  // Through an empty page: what stood there before, open or half written, is gone with it.
  await forgetDrafts(at);
  await at.goto('about:blank');
  await at.goto(`${base}#${screen.route}`);
  await at.locator('main h1').first().waitFor();
  await settled(at);
  if (screen.open === undefined) return;
  await screen.open(at);
  await settled(at);
}

/** Waits until nothing is loading and every transition has ended. */
export async function settled(at: Page): Promise<void> {
  await at.waitForFunction(
    () => document.querySelector('[aria-busy=true], .skeleton') === null && document.fonts.status === 'loaded',
  );
  await at.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
