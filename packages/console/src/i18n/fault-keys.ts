import type { FaultCode } from '@sluice/contract';

/** Faults of one code whose way out differs: what an HTTP status or an MQTT reason asks of the user. */
type Variant =
  | 'http_credentials'
  | 'http_forbidden'
  | 'http_path'
  | 'http_method'
  | 'http_size'
  | 'http_busy'
  | 'http_redirect'
  | 'http_unavailable'
  | 'http_failing'
  | 'mqtt_version'
  | 'mqtt_client_id'
  | 'mqtt_busy'
  | 'mqtt_credentials'
  | 'mqtt_forbidden'
  | 'mqtt_taken_over'
  | 'mqtt_moved';

export type FaultKey = FaultCode | Variant;

/** One text for every fault: a missing one does not compile. */
export type FaultTexts = Readonly<Record<FaultKey, string>>;

export function httpKey(status: unknown): FaultKey {
  if (typeof status !== 'number') return 'http_status';
  switch (status) {
    case 401:
      return 'http_credentials';
    case 403:
      return 'http_forbidden';
    case 404:
      return 'http_path';
    case 405:
      return 'http_method';
    case 413:
      return 'http_size';
    case 429:
      return 'http_busy';
    case 502:
    case 503:
    case 504:
      return 'http_unavailable';
    case 408:
    case 425:
      return 'http_failing';
  }
  if (status >= 500) return 'http_failing';
  return status >= 300 && status < 400 ? 'http_redirect' : 'http_status';
}

/** Codes of MQTT 3 (1–5) and 5 (128 and up). */
export function mqttKey(reason: unknown): FaultKey {
  switch (reason) {
    case 1:
    case 132:
      return 'mqtt_version';
    case 2:
    case 133:
      return 'mqtt_client_id';
    case 3:
    case 136:
    case 137:
    case 151:
      return 'mqtt_busy';
    case 4:
    case 134:
      return 'mqtt_credentials';
    case 5:
    case 135:
    case 138:
      return 'mqtt_forbidden';
    case 142:
      return 'mqtt_taken_over';
    case 156:
    case 157:
      return 'mqtt_moved';
    default:
      return 'mqtt_reason';
  }
}
