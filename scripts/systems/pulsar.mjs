// Apache Pulsar standalone: plain and TLS listeners, token and basic authentication.
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { classPath, ensureJars } from './jars.mjs';
import { ensureCertificate, freePorts, STORE_PASSWORD, startJava, untilReady } from './process.mjs';

const JARS = {
  group: 'org.apache.pulsar',
  artifact: 'pulsar-broker',
  version: '4.2.4',
  parent: 'pulsar',
  // The metadata store is RocksDB; etcd's client is not needed.
  without: [['org.apache.pulsar', 'jetcd-core-shaded']],
};
const SECRET = Buffer.from('sluice-tests-sluice-tests-sluice-tests').toString('base64');
const BASIC = { username: 'basic', password: 'open-sesame' };
/** `openssl passwd -apr1` of the password above. */
const HTPASSWD = 'basic:$apr1$sluice01$SteNsaY7TZcz.I/LTGPoA.\n';

export function fetchPulsar() {
  return ensureJars(JARS);
}

function token(subject) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256' })}.${part({ sub: subject })}`;
  return `${signed}.${createHmac('sha256', Buffer.from(SECRET, 'base64')).update(signed).digest('base64url')}`;
}

function configuration({ plain, tls, web, advertise }, store, admin) {
  const authentication = 'org.apache.pulsar.broker.authentication';
  return Object.entries({
    clusterName: 'standalone',
    bindAddress: '127.0.0.1',
    advertisedAddress: '127.0.0.1',
    brokerServicePort: plain,
    brokerServicePortTls: tls,
    webServicePort: web,
    tlsEnabledWithKeyStore: true,
    tlsKeyStoreType: 'PKCS12',
    tlsKeyStore: store,
    tlsKeyStorePassword: STORE_PASSWORD,
    ...(advertise && { advertisedListeners: `outside:pulsar://127.0.0.1:${advertise}` }),
    authenticationEnabled: true,
    authenticationProviders: `${authentication}.AuthenticationProviderToken,${authentication}.AuthenticationProviderBasic`,
    tokenSecretKey: `data:;base64,${SECRET}`,
    basicAuthConf: `data:;base64,${Buffer.from(HTPASSWD).toString('base64')}`,
    authorizationEnabled: true,
    superUserRoles: 'admin,basic',
    brokerClientAuthenticationPlugin: 'org.apache.pulsar.client.impl.auth.AuthenticationToken',
    brokerClientAuthenticationParameters: `token:${admin}`,
    managedLedgerDefaultEnsembleSize: 1,
    managedLedgerDefaultWriteQuorum: 1,
    managedLedgerDefaultAckQuorum: 1,
    managedLedgerCacheSizeMB: 32,
    dbStorage_writeCacheMaxSizeMb: 16,
    dbStorage_readAheadCacheMaxSizeMb: 16,
    dbStorage_rocksDB_blockCacheSize: 4194304,
    journalMaxSizeMB: 64,
    allowAutoTopicCreation: true,
    allowAutoTopicCreationType: 'non-partitioned',
    brokerDeleteInactiveTopicsEnabled: false,
    numIOThreads: 2,
    numHttpServerThreads: 6,
    loadBalancerEnabled: false,
    transactionCoordinatorEnabled: false,
    systemTopicEnabled: false,
    topicLevelPoliciesEnabled: false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** What Pulsar's own start script passes to Java 17. */
const OPENS = [
  'java.base/java.lang',
  'java.base/java.io',
  'java.base/java.nio',
  'java.base/java.util.zip',
  'java.base/jdk.internal.loader',
  'java.base/jdk.internal.platform',
  'java.base/sun.net',
  'java.base/sun.nio.ch',
  'java.management/sun.management',
  'jdk.management/com.sun.management.internal',
].flatMap((module) => ['--add-opens', `${module}=ALL-UNNAMED`]);

/** Starts Pulsar with its data in `folder`; on the same folder and ports it goes on where it was. */
export async function startPulsar(folder, { ports, advertise }) {
  const jars = fetchPulsar();
  mkdirSync(folder, { recursive: true });
  const { store, pem } = ensureCertificate(folder);
  const [plain, tls, web, bookie] = ports ?? (await freePorts(4));
  const admin = token('admin');
  const config = join(folder, 'standalone.conf');
  writeFileSync(config, configuration({ plain, tls, web, advertise }, store, admin));
  const log = join(folder, 'pulsar.log');
  const child = startJava(
    [
      ...['-Xmx512m', '-XX:MaxDirectMemorySize=384m', '-XX:+UseSerialGC', ...OPENS],
      ...['-Dio.netty.tryReflectionSetAccessible=true', '-Dpulsar.allocator.exit_on_oom=true'],
      ...['-cp', classPath(jars), 'org.apache.pulsar.PulsarStandaloneStarter', '--config', config],
      ...['--no-functions-worker', '--no-stream-storage', '--advertised-address', '127.0.0.1'],
      ...['--metadata-dir', join(folder, 'metadata'), '--bookkeeper-dir', join(folder, 'bookkeeper')],
      ...['--bookkeeper-port', String(bookie), '--num-bookies', '1'],
    ],
    log,
  );
  const namespaces = `http://127.0.0.1:${web}/admin/v2/namespaces/public`;
  const headers = { authorization: `Bearer ${admin}` };
  await untilReady(child, log, 180, async () => {
    try {
      const answer = await fetch(namespaces, { headers, signal: AbortSignal.timeout(3000) });
      return answer.ok && (await answer.json()).includes('public/default');
    } catch {
      return false;
    }
  });
  return {
    child,
    facts: {
      ports: [plain, tls, web, bookie],
      plain: `pulsar://127.0.0.1:${plain}`,
      tls: `pulsar+ssl://127.0.0.1:${tls}`,
      admin: `http://127.0.0.1:${web}/admin/v2`,
      adminToken: admin,
      /** A role without any permission. */
      strangerToken: token('stranger'),
      basic: BASIC,
      ca: pem,
      pid: child.pid,
    },
  };
}
