import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built console: beside the bundle, or in `dist/` at the root when running from source. */
export function consoleFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, 'console'), join(here, '../../../../dist/console')];
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? join(here, 'console');
}
