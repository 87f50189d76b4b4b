import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  remove(): void;
}

/** A disk of `mebibytes` that is full when it is full: a file system in memory, where this user may mount one. */
export function smallDisk(mebibytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'sluice-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', path]).status === 0;
  if (!mounted) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    remove() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Why there is no such disk here; for the name of what is skipped. */
export function whyNoSmallDisk(): string | undefined {
  const disk = smallDisk(1);
  disk?.remove();
  return disk === undefined ? 'skipped: this user may not mount a file system' : undefined;
}
