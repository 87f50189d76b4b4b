/** What the host says about MQTT: plain data, like everything that crosses it. */

export type {
  BrokerStats,
  ClientQuery as MqttClientQuery,
  ClientView as MqttClientView,
  Page as MqttPage,
  RetainedQuery as MqttRetainedQuery,
  RetainedView as MqttRetainedView,
  SubscriptionQuery as MqttSubscriptionQuery,
  SubscriptionView as MqttSubscriptionView,
  TopicQuery as MqttTopicQuery,
} from '@sluice/broker';

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

/** Who may connect and what they may do, beside what the command line says. */
export interface MqttAccess {
  /** As soon as there is one, whoever gives a user name has to know its password. */
  readonly users: readonly MqttUser[];
  /** Checked in this order before the built-in ones; the first that fits decides. */
  readonly rules: readonly MqttRule[];
  /** What happens when no rule fits. */
  readonly noMatch: 'allow' | 'deny';
  /** What happens to a client that tries what it may not. */
  readonly denyAction: 'ignore' | 'disconnect';
  readonly bans: readonly MqttBan[];
}

export interface MqttUser {
  readonly username: string;
  /** Made by `hashMqttPassword`. */
  readonly passwordHash: string;
  readonly isSuperuser: boolean;
}

/** Without `clientid` and `username` for everybody. */
export interface MqttRule {
  readonly clientid?: string;
  readonly username?: string;
  readonly permission: 'allow' | 'deny';
  readonly action: 'publish' | 'subscribe' | 'all';
  /** A filter with `${clientid}` and `${username}`; `eq ` in front compares the text. */
  readonly topic: string;
  readonly qos?: readonly (0 | 1 | 2)[];
  readonly retain?: boolean;
}

export interface MqttBan {
  readonly as: 'clientid' | 'username' | 'peerhost' | 'peerhost_net';
  readonly who: string;
  /** Unix time in ms; left out: for ever. */
  readonly until?: number;
}
