// Brings a system's jars from Maven Central, once, into .cache/systems/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../setup.mjs';

const cache = join(root, '.cache', 'systems');

function pom({ group, artifact, version, parent, without }) {
  const exclusions = without
    .map(([g, a]) => `<exclusion><groupId>${g}</groupId><artifactId>${a}</artifactId></exclusion>`)
    .join('');
  // The versions the system was built with, also of what its dependencies bring.
  const managed =
    parent &&
    `<dependency><groupId>${group}</groupId><artifactId>${parent}</artifactId><version>${version}</version><type>pom</type><scope>import</scope></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>sluice</groupId><artifactId>systems-${artifact}</artifactId><version>1</version>
<dependencyManagement><dependencies>${managed ?? ''}</dependencies></dependencyManagement>
<dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>
<exclusions>${exclusions}</exclusions></dependency></dependencies></project>
`;
}

/** One download in all its tries may take this long. */
const FETCH_MS = 240_000;
const TRIES = 3;
/** Nothing may hang: a mirror that takes a connection and then is silent is given up. */
const PATIENCE = [
  '-Daether.connector.connectTimeout=10000',
  '-Daether.connector.requestTimeout=30000',
  '-Dmaven.wagon.http.retryHandler.count=3',
  '-Dmaven.wagon.rto=30000',
];

/** Folder of the jars of `{group, artifact, version, parent?, without}`; fetched on first use. Throws when Maven fails. */
export function ensureJars(coordinates) {
  const folder = join(cache, `${coordinates.artifact}-${coordinates.version}`);
  const jars = join(folder, 'lib');
  if (existsSync(jars)) return jars;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pom.xml'), pom(coordinates));
  const arriving = join(folder, `arriving-${process.pid}`);
  console.error(`Fetching ${coordinates.artifact} ${coordinates.version} from Maven Central…`);
  const goals = ['dependency:copy-dependencies', `-DoutputDirectory=${arriving}`, '-DincludeScope=runtime'];
  const deadline = Date.now() + FETCH_MS;
  let trouble = '';
  // What an earlier try brought is kept in Maven's own cache, so the next one goes on from there.
  for (let tries = 0; tries < TRIES && Date.now() < deadline; tries++) {
    rmSync(arriving, { recursive: true, force: true });
    const timeout = deadline - Date.now();
    const maven = spawnSync('mvn', ['-q', '-B', ...PATIENCE, ...goals], {
      ...{ cwd: folder, encoding: 'utf8', timeout, killSignal: 'SIGKILL' },
    });
    if (maven.status === 0) {
      // Renamed only when complete: an interrupted download is not taken for a finished one.
      if (existsSync(jars)) rmSync(arriving, { recursive: true, force: true });
      else renameSync(arriving, jars);
      return jars;
    }
    const errors = `${maven.stdout ?? ''}${maven.stderr ?? ''}`.split('\n').filter((line) => line.includes('ERROR'));
    trouble = errors[0] ?? maven.error?.message ?? `Maven ended with ${maven.signal ?? maven.status}`;
  }
  rmSync(arriving, { recursive: true, force: true });
  throw new Error(`Maven could not fetch ${coordinates.artifact} ${coordinates.version}: ${trouble}`);
}

/** The jars of a folder as a class path. */
export function classPath(jars) {
  return readdirSync(jars)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(jars, name))
    .join(delimiter);
}
