import type { Broker, ListenOptions } from '@sluice/broker';
import { type Failure, fail, ok, type Result } from '@sluice/contract';
import type { EngineAddress, EngineOptions } from '../host.ts';
import type { MqttListener, MqttTls } from '../mqtt.ts';

/** Opens all listeners, the plain one first. The first that cannot be opened is a failure: close the broker then. */
export async function openListeners(broker: Broker, options: EngineOptions): Promise<Result<EngineAddress>> {
  const plain: MqttListener = { type: 'tcp', host: options.mqttHost, port: options.mqttPort };
  const opened: MqttListener[] = [];
  for (const listener of [plain, ...(options.listeners ?? [])]) {
    try {
      const { host, port } = await broker.listen(listenOptions(listener));
      opened.push({ ...listener, host, port });
    } catch (error) {
      return fail(listenFailure(error, listener));
    }
  }
  const [first = plain, ...listeners] = opened;
  return ok({
    mqttHost: first.host,
    mqttPort: first.port,
    listeners: listeners.map(({ type, host, port }) => ({ type, host, port })),
  });
}

function listenOptions({ type, host, port, tls }: MqttListener): ListenOptions {
  return {
    host,
    port,
    ...(tls !== undefined && { tls: tlsOptions(tls) }),
    ...((type === 'ws' || type === 'wss') && { webSocket: {} }),
  };
}

function tlsOptions({ cert, key, passphrase, ca, verify }: MqttTls): NonNullable<ListenOptions['tls']> {
  return {
    cert,
    key,
    ...(passphrase !== undefined && { passphrase }),
    ...(verify !== 'none' &&
      ca !== undefined && { clientCertificate: { ca, required: verify === 'required', asUsername: true } }),
  };
}

const NAMES = { tcp: 'MQTT', ssl: 'MQTT over TLS', ws: 'MQTT over WebSocket', wss: 'MQTT over secure WebSocket' };

function listenFailure(error: unknown, { type, host, port }: MqttListener): Failure {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const where = `${host}:${port}`;
  const raw = String(message);
  const data = { listener: type };
  switch (code) {
    case 'EADDRINUSE':
      return {
        code: 'CONFLICT',
        message: `The address ${where} of ${NAMES[type]} is taken by another program. Stop it, or choose another port.`,
        raw,
        data,
      };
    case 'EACCES':
      return {
        code: 'NOT_ALLOWED',
        message: `This user may not open the address ${where} of ${NAMES[type]}.`,
        raw,
        data,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { code: 'BAD_REQUEST', message: `This machine has no address ${host} for ${NAMES[type]}.`, raw, data };
    default:
      return {
        code: 'INTERNAL_ERROR',
        message: `The address ${where} of ${NAMES[type]} cannot be opened: ${raw}.`,
        raw,
        data,
      };
  }
}
