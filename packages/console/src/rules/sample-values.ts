import type { Json } from '@sluice/contract';

/** Examples of backends that name the example after the broker, in names a plant could have. */
const OWN: Readonly<Record<string, string>> = {
  c_emqx: 'sensor-17',
  u_emqx: 'plant-2',
  c_emqx_1: 'sensor-17',
  u_emqx_1: 'plant-2',
  c_emqx_2: 'panel-3',
  u_emqx_2: 'control-room',
  alarm_name: 'high_cpu_usage',
};

/** What stands in a field of a made-up event at first; the type of the backend's example stays. */
export function sampleValue(example: Json): Json {
  return typeof example === 'string' ? (OWN[example] ?? example) : example;
}
