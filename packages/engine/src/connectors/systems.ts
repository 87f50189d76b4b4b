import type { SystemSpec } from '@sluice/contract';
import { AZURE_EVENT_HUB_CONSUMER_SPEC } from './azure_event_hub/consumer-spec.ts';
import { AZURE_EVENT_HUB_SPEC } from './azure_event_hub/spec.ts';
import { HTTP_SPEC } from './http/spec.ts';
import { KINESIS_CONSUMER_SPEC } from './kinesis/consumer-spec.ts';
import { KINESIS_SPEC } from './kinesis/spec.ts';
import { MQTT_SPEC } from './mqtt/spec.ts';
import { PULSAR_CONSUMER_SPEC } from './pulsar/consumer-spec.ts';
import { PULSAR_SPEC } from './pulsar/spec.ts';

/** Every type of system the embedded engine runs, in the order of the console (decision 1). */
export const SYSTEMS: readonly SystemSpec[] = [
  HTTP_SPEC,
  MQTT_SPEC,
  PULSAR_SPEC,
  PULSAR_CONSUMER_SPEC,
  AZURE_EVENT_HUB_SPEC,
  AZURE_EVENT_HUB_CONSUMER_SPEC,
  KINESIS_SPEC,
  KINESIS_CONSUMER_SPEC,
];
