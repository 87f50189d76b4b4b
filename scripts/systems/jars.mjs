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

/** Folder of the jars of `{group, artifact, version, parent?, without}`; fetched on first use. Throws when Maven fails. */
export function ensureJars(coordinates) {
  const folder = join(cache, `${coordinates.artifact}-${coordinates.version}`);
  const jars = join(folder, 'lib');
  if (existsSync(jars)) return jars;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pom.xml'), pom(coordinates));
  const arriving = join(folder, 'arriving');
  rmSync(arriving, { recursive: true, force: true });
  console.error(`Fetching ${coordinates.artifact} ${coordinates.version} from Maven Central…`);
  const goals = ['dependency:copy-dependencies', `-DoutputDirectory=${arriving}`, '-DincludeScope=runtime'];
  const maven = spawnSync('mvn', ['-q', '-B', ...goals], { cwd: folder, encoding: 'utf8' });
  if (maven.status !== 0) {
    const said = `${maven.stdout ?? ''}${maven.stderr ?? ''}`.split('\n').find((line) => line.includes('ERROR'));
    throw new Error(`Maven could not fetch ${coordinates.artifact} ${coordinates.version}: ${said ?? maven.error}`);
  }
  // Renamed only when complete: an interrupted download is not taken for a finished one.
  renameSync(arriving, jars);
  return jars;
}

/** The jars of a folder as a class path. */
export function classPath(jars) {
  return readdirSync(jars)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(jars, name))
    .join(delimiter);
}

/** Why the systems on Java cannot run here, or `undefined`. */
export function whyNoJava() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (java.status !== 0) return 'Java is not installed (Debian: apt-get install openjdk-17-jre-headless)';
  const major = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  if (major < 17) return `Java 17 or newer is needed, this is ${major}`;
  if (spawnSync('mvn', ['-version']).status !== 0) return 'Maven is not installed (Debian: apt-get install maven)';
  return undefined;
}
