import type { TunnelEventName } from '#lib/tunnel/values.ts';

/** Events that processes send to each other. Clients never receive them. */
export const controlEvents = ['session.revoked', 'listening.ended', 'live.asked', 'live.answered'] as const;
export type ControlEvent = (typeof controlEvents)[number];

/** An event between processes. */
export type BusEvent = {
  readonly id: string;
  readonly channel: string;
  /** The recipients of an event on a personal channel. */
  readonly users?: readonly string[];
  readonly rev?: number;
  readonly epoch?: string;
  /** The cursor of a state channel after this event. */
  readonly cursor?: string;
  readonly event: TunnelEventName | ControlEvent;
  readonly data?: unknown;
  /** Replaces data that is too large to travel: each process reads the data from its row. */
  readonly ref?: string;
  /** The event stays in this process. */
  readonly isLocal?: boolean;
  readonly at: string;
  /** The id of the process that published the event. */
  readonly origin: string;
};
