// Java and Maven: found, or installed where that is possible. What may take long has a limit.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const OLDEST_JAVA = 17;
const ASK_MS = 30_000;
const INSTALL_MS = 180_000;

/** Why the systems on Java cannot run here, or `undefined`. Tries to install what is missing. */
export function whyNoJava() {
  if (javaTrouble() !== undefined) install('openjdk-17-jre-headless') || install('default-jre-headless');
  const trouble = javaTrouble();
  if (trouble !== undefined) return trouble;
  if (!hasMaven()) install('maven');
  return hasMaven() ? undefined : 'Maven is not installed (Debian: apt-get install maven)';
}

function javaTrouble() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8', timeout: ASK_MS });
  if (java.status !== 0) return 'Java is not installed (Debian: apt-get install openjdk-17-jre-headless)';
  const major = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  return major < OLDEST_JAVA ? `Java ${OLDEST_JAVA} or newer is needed, this is ${major}` : undefined;
}

function hasMaven() {
  return spawnSync('mvn', ['-version'], { timeout: ASK_MS }).status === 0;
}

/** Installs a Debian package where apt-get works as root; did it? */
function install(name) {
  if (process.env.SLUICE_NO_INSTALL || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing ${name} with apt-get…`);
  const options = [
    '-qq',
    '-o',
    'Acquire::Retries=2',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'DPkg::Lock::Timeout=60',
  ];
  const apt = (...args) =>
    spawnSync('/usr/bin/apt-get', [...options, ...args], {
      stdio: 'ignore',
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  return apt('install', '-y', '--no-install-recommends', name).status === 0;
}
