import type { Driver } from './driver.ts';

/** Drivers load with the first connector of their type: their libraries are most of what an idle engine would weigh. */
const DRIVERS: Readonly<Record<string, () => Promise<Driver>>> = {
  http: async () => (await import('./http/driver.ts')).HTTP_DRIVER,
  mqtt: async () => (await import('./mqtt/driver.ts')).MQTT_DRIVER,
  pulsar: async () => (await import('./pulsar/driver.ts')).PULSAR_DRIVER,
  pulsar_consumer: async () => (await import('./pulsar/driver.ts')).PULSAR_CONSUMER_DRIVER,
  azure_event_hub_producer: async () => (await import('./azure_event_hub/driver.ts')).AZURE_EVENT_HUB_DRIVER,
  azure_event_hub_consumer: async () => (await import('./azure_event_hub/driver.ts')).AZURE_EVENT_HUB_CONSUMER_DRIVER,
  kinesis: async () => (await import('./kinesis/driver.ts')).KINESIS_DRIVER,
  kinesis_consumer: async () => (await import('./kinesis/driver.ts')).KINESIS_CONSUMER_DRIVER,
};

/** The driver of a type; `undefined` for a type that the embedded engine does not run. */
export async function loadDriver(type: string): Promise<Driver | undefined> {
  return Object.hasOwn(DRIVERS, type) ? DRIVERS[type]?.() : undefined;
}
