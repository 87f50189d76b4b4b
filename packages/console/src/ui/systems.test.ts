import { describe, expect, it } from 'vitest';
import { byTypeOrder, systemLook } from './systems.ts';

describe('types of systems', () => {
  it('come with Webhook first, then MQTT, then the rest; unknown ones last', () => {
    expect(['zeta', 'mysql', 'mqtt', 'alpha', 'http', 'pulsar'].sort(byTypeOrder)).toEqual([
      'http',
      'mqtt',
      'pulsar',
      'mysql',
      'alpha',
      'zeta',
    ]);
  });
  it('know families by their prefix and consumers as inputs', () => {
    expect(systemLook('kinesis_consumer_v2')).toEqual({
      label: 'Amazon Kinesis consumer',
      icon: 'kinesis',
      direction: 'ingress',
    });
    expect(systemLook('azure_event_hub_x').direction).toBe('egress');
    expect(systemLook('pulsar_consumer').direction).toBe('ingress');
    expect(systemLook('mqtt').direction).toBe('both');
  });
  it('have a name and an icon for a type never heard of', () => {
    expect(systemLook('disk_spool')).toEqual({ label: 'Disk spool', icon: 'system', direction: 'egress' });
    expect(systemLook('toString')).toMatchObject({ icon: 'system' });
  });
});
