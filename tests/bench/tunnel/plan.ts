import type { Kind } from './kinds.ts';

/** The sessions of some people, and the key that signs them. */
export type People = { readonly sids: readonly string[]; readonly kid: string; readonly key: string };

export type LoadPlan = {
  readonly kind: Kind;
  readonly port: number;
  readonly control: number;
  /** Who listens; null where the server knows nobody. */
  readonly people: People | null;
  readonly subscribers: number;
  /** How often all of them go and come again, to know what coming costs. */
  readonly waves: number;
  /** How many publishes with pauses, and for how long without. */
  readonly paced: number;
  readonly busyMs: number;
};

/** All come once to be weighed, then in each wave, then once more to catch up with what they missed. */
export const comingsIn = (waves: number): number => waves + 2;

export type Load = {
  readonly kbPerConnection: number;
  /** Both steps together, of those who come first to a server that has just started. */
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
  /** Deliveries that never came, and subscribers that were sent away. */
  readonly lost: number;
  /** What the load itself has used. */
  readonly loaderCpuMs: number;
};
