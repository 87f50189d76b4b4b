import type { SystemSpec } from '@sluice/contract';
import { HTTP_SPEC } from './http/spec.ts';
import { MQTT_SPEC } from './mqtt/spec.ts';

/** Every type of system the embedded engine runs, in the order of the console (decision 1). */
export const SYSTEMS: readonly SystemSpec[] = [HTTP_SPEC, MQTT_SPEC];
