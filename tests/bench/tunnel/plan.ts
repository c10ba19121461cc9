import type { Kind } from './kinds.ts';

/** The sessions of some users, and the key that signs them. */
export type People = { readonly sids: readonly string[]; readonly kid: string; readonly key: string };

export type LoadPlan = {
  readonly kind: Kind;
  readonly port: number;
  readonly control: number;
  /** The users who subscribe; null for a server without users. */
  readonly people: People | null;
  readonly subscribers: number;
  /** How often all subscribers disconnect and reconnect to measure the cost of connecting. */
  readonly waves: number;
  /** The number of publishes with pauses, and the time of publishing without pauses. */
  readonly paced: number;
  readonly busyMs: number;
};

/**
 * Returns how often all subscribers connect: once to be weighed, once per wave, and once to catch up on missed events.
 */
export const comingsIn = (waves: number): number => waves + 2;

export type Load = {
  readonly kbPerConnection: number;
  /** Both steps together, for the first subscribers of a fresh server. */
  readonly firstUs: number;
  readonly connectUs: number;
  readonly subscribeUs: number;
  readonly p50: number;
  readonly p99: number;
  readonly fanOut: number;
  readonly pacedUs: number;
  readonly busyPerSecond: number;
  readonly busyUs: number;
  readonly resumeMs: number;
  /** Deliveries that never arrived, and subscribers that the server disconnected. */
  readonly lost: number;
  /** The CPU time of the load itself. */
  readonly loaderCpuMs: number;
};
