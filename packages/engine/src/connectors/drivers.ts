import type { Driver } from './driver.ts';
import { HTTP_DRIVER } from './http/driver.ts';
import { MQTT_DRIVER } from './mqtt/driver.ts';

const DRIVERS: ReadonlyMap<string, Driver> = new Map(
  [HTTP_DRIVER, MQTT_DRIVER].map((driver) => [driver.spec.type, driver]),
);

/** The driver of a type; `undefined` for a type that the embedded engine does not run. */
export function driverOf(type: string): Driver | undefined {
  return DRIVERS.get(type);
}
