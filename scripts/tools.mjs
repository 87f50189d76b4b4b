// Programs that tests need and npm cannot bring: found, or installed where that is possible, or named exactly.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const tools = {
  chromium: {
    variable: 'CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debianPackage: 'chromium',
    hint: 'Install Chromium or Chrome (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM to its path.',
  },
  mosquitto: {
    variable: 'MOSQUITTO',
    names: ['mosquitto'],
    places: ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'],
    debianPackage: 'mosquitto',
    hint: 'Install mosquitto (Debian: apt-get install mosquitto mosquitto-clients; macOS: brew install mosquitto), or set MOSQUITTO to its path.',
  },
  mosquitto_pub: {
    variable: 'MOSQUITTO_PUB',
    names: ['mosquitto_pub'],
    places: ['/usr/bin/mosquitto_pub', '/opt/homebrew/bin/mosquitto_pub'],
    debianPackage: 'mosquitto-clients',
    hint: 'Install the clients of mosquitto (Debian: apt-get install mosquitto-clients).',
  },
};

/** Path of a tool, or `undefined`. */
export function findTool(name) {
  const tool = tools[name];
  const configured = process.env[tool.variable];
  if (configured) return existsSync(configured) ? configured : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...folders.flatMap((folder) => tool.names.map((program) => join(folder, program))),
    ...tool.places,
  ];
  return candidates.find((path) => existsSync(path));
}

/** What a person has to do to get a tool. */
export function toolHint(name) {
  return tools[name].hint;
}

/** Finds the tools; installs those that are missing where apt-get works as root. Gives the names still missing. */
export function ensureTools(names) {
  const missing = names.filter((name) => findTool(name) === undefined);
  if (missing.length === 0) return [];
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const packages = missing.map((name) => tools[name].debianPackage);
    console.log(`Installing ${packages.join(', ')} with apt-get…`);
    const apt = (args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  return missing.filter((name) => findTool(name) === undefined);
}
