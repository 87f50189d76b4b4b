/** What the host says about MQTT: plain data, like everything that crosses it. */

/** What a listener speaks, in EMQX's words. */
export type MqttListenerType = 'tcp' | 'ssl' | 'ws' | 'wss';

/** A listener beside the one for plain TCP. */
export interface MqttListener {
  readonly type: MqttListenerType;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Of `ssl` and `wss`. */
  readonly tls?: MqttTls;
}

/** Texts in PEM. */
export interface MqttTls {
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string;
  /** Who must have signed the certificates of clients. */
  readonly ca?: string;
  /** Whether clients are asked for a certificate. One that is good is proof enough: its common name is the user name. */
  readonly verify: 'none' | 'optional' | 'required';
}

export interface MqttListenerView {
  readonly type: MqttListenerType;
  readonly host: string;
  readonly port: number;
  readonly connections: number;
}

/** Whom the broker lets in without a proof: clients on this machine, everybody, nobody. */
export type AnonymousPolicy = 'loopback' | 'always' | 'never';
