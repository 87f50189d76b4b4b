import type { ClientInfo } from './client-info.ts';

/** The last words of a client, published when it goes without saying so. */
export interface Will {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly rawProperties: Buffer;
  /** Message expiry in seconds. */
  readonly expiry: number | undefined;
  /** Seconds to wait for the client to come back. */
  readonly delay: number;
  /** No permission applied to the client that left it. */
  readonly isSuperuser: boolean;
}

/** A will that waits for its delay or the end of its session, whichever is first. */
export interface PendingWill {
  readonly will: Will;
  readonly from: ClientInfo;
  /** Unix time in ms. */
  readonly dueAt: number;
}
