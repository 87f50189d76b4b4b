/** Facts about a connected client. */
export interface ClientInfo {
  readonly clientid: string;
  readonly username: string | undefined;
  /** IP address and port of the client. */
  readonly peerhost: string;
  readonly peerport: number;
  /** Address the client connected to, `ip:port`. */
  readonly sockname: string;
  readonly protocol: 'MQTT' | 'MQIsdp';
  readonly version: 3 | 4 | 5;
  readonly cleanStart: boolean;
  /** Seconds. */
  readonly keepalive: number;
  /** Session expiry in seconds. */
  readonly expiryInterval: number;
  readonly isBridge: boolean;
  readonly receiveMaximum: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  /** Unix time in ms. */
  readonly connectedAt: number;
}

/** What a listener speaks, in EMQX's words. */
export type ListenerType = 'tcp' | 'ssl' | 'ws' | 'wss';
