import type { SystemSpec } from '@sluice/contract';
import type { AnonymousPolicy, EngineAddress, EngineHost } from '@sluice/engine';
import type { Catalog } from './catalog/catalog.ts';
import type { RateHistory } from './monitoring/rate-history.ts';
import type { Readings } from './monitoring/readings.ts';
import type { Sampler } from './monitoring/sampler.ts';
import type { Traces } from './monitoring/traces.ts';
import type { MqttAccessControl } from './mqtt/access.ts';
import type { LoginThrottle } from './session/login-throttle.ts';
import type { Tokens } from './session/tokens.ts';
import type { Store } from './store/store.ts';

/** What the routes work with. */
export interface Services {
  readonly systems: readonly SystemSpec[];
  readonly store: Store;
  readonly catalog: Catalog;
  readonly engine: EngineHost;
  /** Statuses and counters for looking at: at most a second old. */
  readonly readings: Readings;
  readonly mqttAccess: MqttAccessControl;
  readonly tokens: Tokens;
  readonly throttle: LoginThrottle;
  readonly sampler: Sampler;
  readonly history: RateHistory;
  readonly traces: Traces;
  /** Name of this node in answers. */
  readonly node: string;
  readonly mqtt: EngineAddress;
  /** Whom the broker lets in without a proof. */
  readonly anonymous: AnonymousPolicy;
  /** Unix time in ms. */
  readonly startedAt: number;
  /** Writes a line for the operator. */
  log(line: string): void;
}

/** Version of EMQX whose API this is. */
export const API_VERSION = '5.8.6';
/** Version of the product. */
export const PRODUCT_VERSION = '0.1.0';
