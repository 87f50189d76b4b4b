// What the systems have in common: free ports, a certificate, a Java process that ends with us, waiting for a port.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { root } from '../setup.mjs';

/** A file for each Java process that runs. */
const running = join(root, '.cache', 'systems', 'running');

/** `count` ports of the loopback that nobody listens on. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer();
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export const STORE_PASSWORD = 'sluice-tests';

/** A self-signed certificate for 127.0.0.1 and localhost: a key store for the server and PEM for clients. */
export function ensureCertificate(folder) {
  const store = join(folder, 'server.p12');
  const pem = join(folder, 'server.pem');
  if (!existsSync(pem)) {
    const common = ['-alias', 'server', '-keystore', store, '-storepass', STORE_PASSWORD];
    keytool(
      '-genkeypair',
      ...common,
      '-storetype',
      'PKCS12',
      '-keyalg',
      'RSA',
      '-validity',
      '3650',
      '-dname',
      'CN=localhost',
      '-ext',
      'san=ip:127.0.0.1,dns:localhost',
    );
    keytool('-exportcert', ...common, '-rfc', '-file', pem);
  }
  return { store, pem };
}

function keytool(...args) {
  const run = spawnSync('keytool', args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`keytool failed: ${run.stdout}${run.stderr}`);
}

/** Starts Java; output goes to `log`. It is noted down until it has ended, for `endLeftovers`. */
export function startJava(args, log) {
  const out = openSync(log, 'a');
  const child = spawn('java', args, { stdio: ['ignore', out, out] });
  closeSync(out);
  if (child.pid === undefined) return child;
  mkdirSync(running, { recursive: true });
  const note = join(running, String(child.pid));
  writeFileSync(note, dirname(log));
  child.once('exit', () => rmSync(note, { force: true }));
  return child;
}

/** Ends it at once, also when it hangs, and waits until it is gone. */
export async function endJava(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGCONT');
  child.kill('SIGKILL');
  await gone;
}

/** Ends what a killed test run has left behind; gives how many there were. */
export function endLeftovers() {
  if (!existsSync(running)) return 0;
  let ended = 0;
  for (const pid of readdirSync(running)) {
    const note = join(running, pid);
    // The number may be another process's by now: it is ours when its command line names the folder.
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(readFileSync(note, 'utf8'))) {
        process.kill(Number(pid), 'SIGKILL');
        ended++;
      }
    } catch {
      // Gone already.
    }
    rmSync(note, { force: true });
  }
  return ended;
}

function portOpen(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Waits until `ready()`; throws with the end of the log when the process ends first or `seconds` pass. */
export async function untilReady(child, log, seconds, ready) {
  const deadline = Date.now() + seconds * 1000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await ready()) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await endJava(child);
  throw new Error(`It did not start. The end of ${log}:\n${readFileSync(log, 'utf8').slice(-4000)}`);
}

/** Are all ports open? */
export async function portsOpen(...ports) {
  return (await Promise.all(ports.map(portOpen))).every(Boolean);
}
