import { compose } from './compose.ts';
import type { Core } from './core.ts';
import { readCounters } from './counters.ts';
import { route } from './router.ts';
import { readStats, STAT_NAMES } from './stats.ts';

/**
 * Tells of the broker itself below `$SYS/brokers`, in EMQX's topics, when it is time to and somebody listens. Nothing is
 * retained: who subscribes is told at once. Rules and wildcards such as `#` do not see these messages.
 */
export function tellOfSystem(core: Core, now: number): void {
  const { system } = core;
  if (system === undefined || now < system.due) return;
  system.due = now + system.interval;
  if (!core.subscriptions.hasBelow('$SYS')) return;
  const { node, version, product, startedAt } = system;
  const tell = (topic: string, value: string | number): void => {
    const { targets, groups } = core.subscriptions.match(topic);
    // Nobody: that would count as dropped.
    if (targets.length + groups.length === 0) return;
    route(core, compose(core, { topic, payload: Buffer.from(String(value)), qos: 0, retain: false }));
  };
  tell('$SYS/brokers', node);
  const own = `$SYS/brokers/${node}`;
  tell(`${own}/version`, version);
  tell(`${own}/sysdescr`, product);
  tell(`${own}/uptime`, now - startedAt);
  tell(`${own}/datetime`, new Date(now).toISOString());
  const stats = readStats(core);
  for (const [name, stat] of Object.entries(STAT_NAMES)) tell(`${own}/stats/${levels(name)}/count`, stats[stat]);
  for (const [name, count] of Object.entries(readCounters(core.counters)))
    tell(`${own}/metrics/${levels(name)}`, count);
}

function levels(name: string): string {
  return name.replaceAll('.', '/');
}
