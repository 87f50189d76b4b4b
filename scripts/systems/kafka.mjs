// Apache Kafka, one node without ZooKeeper: a plain listener, one that looks like Azure Event Hubs (SASL PLAIN over TLS
// with the user `$ConnectionString`), and the same without TLS.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { classPath, ensureJars } from './jars.mjs';
import { ensureCertificate, freePorts, portsOpen, STORE_PASSWORD, startJava, untilReady } from './process.mjs';

const JARS = { group: 'org.apache.kafka', artifact: 'kafka_2.13', version: '3.9.2', without: [] };
const CONNECTION_STRING =
  'Endpoint=sb://127.0.0.1/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=c2x1aWNlLXRlc3Rz';

export function fetchKafka() {
  return ensureJars(JARS);
}

function properties({ plain, sasl, controller, open, advertise }, folder, store) {
  const jaas = `org.apache.kafka.common.security.plain.PlainLoginModule required user_$ConnectionString="${CONNECTION_STRING}";`;
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: [
      `PLAINTEXT://127.0.0.1:${plain}`,
      `SASL_SSL://127.0.0.1:${sasl}`,
      `SASL_PLAINTEXT://127.0.0.1:${open}`,
      `CONTROLLER://127.0.0.1:${controller}`,
    ].join(),
    'advertised.listeners': [
      `PLAINTEXT://127.0.0.1:${plain}`,
      `SASL_SSL://127.0.0.1:${advertise ?? sasl}`,
      `SASL_PLAINTEXT://127.0.0.1:${open}`,
    ].join(),
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map':
      'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': jaas,
    'listener.name.sasl_plaintext.plain.sasl.jaas.config': jaas,
    // Everything is allowed that no list forbids; the plain listener may write such lists.
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:ANONYMOUS',
    'allow.everyone.if.no.acl.found': true,
    'ssl.keystore.location': store,
    'ssl.keystore.password': STORE_PASSWORD,
    'ssl.keystore.type': 'PKCS12',
    'log.dirs': join(folder, 'data'),
    'num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'message.max.bytes': 1048588,
    'num.io.threads': 2,
    'num.network.threads': 2,
    'log.cleaner.enable': false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Starts Kafka with its data in `folder`; on the same folder and ports it goes on where it was. */
export async function startKafka(folder, { ports, advertise }) {
  const jars = fetchKafka();
  mkdirSync(folder, { recursive: true });
  const { store, pem } = ensureCertificate(folder);
  const [plain, sasl, controller, open] = ports ?? (await freePorts(4));
  const config = join(folder, 'server.properties');
  writeFileSync(config, properties({ plain, sasl, controller, open, advertise }, folder, store));
  const path = classPath(jars);
  if (!existsSync(join(folder, 'data', 'meta.properties'))) {
    const args = [
      '-Xmx128m',
      '-cp',
      path,
      'kafka.tools.StorageTool',
      'format',
      '-t',
      'c2x1aWNlLXRlc3RzLWs',
      '-c',
      config,
    ];
    const format = spawnSync('java', args, { encoding: 'utf8', timeout: 60_000 });
    if (format.status !== 0) throw new Error(`Kafka could not format its storage: ${format.stdout}${format.stderr}`);
  }
  const log = join(folder, 'kafka.log');
  const child = startJava(['-Xmx512m', '-XX:+UseSerialGC', '-cp', path, 'kafka.Kafka', config], log);
  await untilReady(child, log, 120, () => portsOpen(plain, sasl));
  return {
    child,
    facts: {
      ports: [plain, sasl, controller, open],
      plain: `127.0.0.1:${plain}`,
      sasl: `127.0.0.1:${sasl}`,
      saslWithoutTls: `127.0.0.1:${open}`,
      connectionString: CONNECTION_STRING,
      ca: pem,
      pid: child.pid,
    },
  };
}
