import { readFileSync } from 'node:fs';

/** For listeners, storage, the owner's own connections and pages: what is left when clients take all they may. */
const KEPT_BACK = 1000;

/** How many files this process may open; infinite where the system does not say (other than Linux). */
function openFilesLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * How many clients may be connected: `wanted`, or as many as there are files for. Beyond that clients can still be told that
 * the broker is busy; a process without files could neither tell them nor write to its disk.
 */
export function connectionLimit(wanted: number, openFiles = openFilesLimit()): number {
  const forClients = openFiles - Math.min(KEPT_BACK, Math.ceil(openFiles / 4));
  // The strangers need some as well.
  return Math.max(1, Math.min(wanted, Math.floor(forClients / 1.05) - 16));
}

/** Streams beyond the limit that may say CONNECT, so that they can be told why they are refused. */
export function strangerLimit(maxConnections: number): number {
  return Math.min(1000, Math.ceil(maxConnections / 20) + 15);
}
