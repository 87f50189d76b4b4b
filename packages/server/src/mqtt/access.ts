import type { EngineHost, MqttAccess } from '@sluice/engine';
import type { StoredRules } from '../store/mqtt-rules.ts';
import type { Store } from '../store/store.ts';
import { EngineUnavailable } from '../supervision/supervised-engine.ts';

/** What happens when no permission fits, and to a client that tries what it may not. */
interface AuthorizationSettings {
  readonly no_match: 'allow' | 'deny';
  readonly deny_action: 'ignore' | 'disconnect';
}

/** Users, permissions and bans of the broker: kept in the store, enforced by the engine. */
export interface MqttAccessControl {
  settings(): AuthorizationSettings;
  setSettings(settings: AuthorizationSettings): void;
  /** What the store says now. */
  current(): MqttAccess;
  /** Has the engine enforce what the store says; many changes at once are one change to it. */
  apply(): Promise<void>;
}

const AGAIN_MS = 1000;
const SETTING = 'mqtt_authorization';
const DEFAULTS: AuthorizationSettings = { no_match: 'allow', deny_action: 'ignore' };

export function createMqttAccess(store: Store, engine: EngineHost): MqttAccessControl {
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  function current(): MqttAccess {
    const { no_match, deny_action } = settings();
    return {
      users: store.mqttUsers.all(),
      // As in EMQX: what is said of the client first, then of the user, then of everybody.
      rules: (['clientid', 'username', 'all'] as const).flatMap((scope) => store.mqttRules.all(scope).flatMap(named)),
      noMatch: no_match,
      denyAction: deny_action,
      bans: store.mqttBans
        .active(Date.now())
        .map(({ as, who, until }) => ({ as, who, ...(until !== undefined && { until }) })),
    };
  }

  function settings(): AuthorizationSettings {
    return { ...DEFAULTS, ...(store.settings.get(SETTING) as Partial<AuthorizationSettings> | undefined) };
  }

  async function hand(): Promise<void> {
    next = undefined;
    try {
      await engine.setAccess(current());
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      // The engine is being started again with what the store said a moment ago; what it says now follows.
      setTimeout(() => void apply().catch(() => undefined), AGAIN_MS).unref();
    }
  }

  function apply(): Promise<void> {
    if (next === undefined) {
      next = running.then(hand);
      running = next.catch(() => undefined);
    }
    return next;
  }

  return {
    settings,
    setSettings: (value) => store.settings.put(SETTING, { ...value }),
    current,
    apply,
  };
}

function named({ scope, name, rules }: StoredRules) {
  return scope === 'all' ? rules : rules.map((rule) => ({ ...rule, [scope]: name }));
}
