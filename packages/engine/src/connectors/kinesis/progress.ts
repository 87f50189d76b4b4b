import type { Checkpoints } from '../stream/checkpoints.ts';

/** How far one shard was read. */
type Position =
  /** Everything up to this sequence number was taken over. */
  | { readonly kind: 'after'; readonly sequence: string }
  /** The shard was closed and read to its end. */
  | { readonly kind: 'done' };

/** How far a consumer got in a stream. */
export interface Progress {
  /** When the consumer first looked at the stream, Unix time in ms: `latest` means from here on. */
  readonly since: number;
  /** Nothing was known of the stream before. */
  readonly fresh: boolean;
  of(shard: string): Position | undefined;
  set(shard: string, position: Position): void;
  forget(shard: string): void;
  /** Drops the positions of shards that no longer exist. */
  keep(shards: ReadonlySet<string>): void;
  /** Writes what has changed since the last time. Rejects when that fails. */
  save(): Promise<void>;
}

interface Stored {
  readonly since: number;
  readonly shards: Readonly<Record<string, string | true>>;
}

export async function loadProgress(checkpoints: Checkpoints, key: string, now: number): Promise<Progress> {
  const stored = parse(await checkpoints.read(key));
  const shards = new Map<string, Position>();
  for (const [shard, at] of Object.entries(stored?.shards ?? {})) {
    shards.set(shard, at === true ? { kind: 'done' } : { kind: 'after', sequence: at });
  }
  const since = stored?.since ?? now;
  let changed = stored === undefined;
  let saving: Promise<void> = Promise.resolve();

  function forget(shard: string): void {
    changed = shards.delete(shard) || changed;
  }

  async function write(): Promise<void> {
    if (!changed) return;
    changed = false;
    const entries = [...shards].map(([shard, at]) => [shard, at.kind === 'done' ? true : at.sequence] as const);
    const text: Stored = { since, shards: Object.fromEntries(entries) };
    try {
      await checkpoints.write(key, JSON.stringify(text));
    } catch (error) {
      changed = true;
      throw error;
    }
  }

  return {
    since,
    fresh: stored === undefined,
    of: (shard) => shards.get(shard),
    set(shard, position) {
      shards.set(shard, position);
      changed = true;
    },
    forget,
    keep(existing) {
      for (const shard of shards.keys()) if (!existing.has(shard)) forget(shard);
    },
    save() {
      saving = saving.catch(() => {}).then(write);
      return saving;
    },
  };
}

function parse(text: string | undefined): Stored | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Stored>;
    return typeof value.since === 'number' && typeof value.shards === 'object' ? (value as Stored) : undefined;
  } catch {
    return undefined;
  }
}
