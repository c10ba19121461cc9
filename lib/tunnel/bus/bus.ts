import type { TunnelEventName } from '#lib/tunnel/values.ts';

/** Events by which processes speak to each other; no client hears them. */
export const controlEvents = ['session.revoked', 'listening.ended', 'live.asked', 'live.answered'] as const;
export type ControlEvent = (typeof controlEvents)[number];

/** An event between processes. */
export type BusEvent = {
  readonly id: string;
  readonly channel: string;
  /** Whom an event of a personal channel is for. */
  readonly users?: readonly string[];
  readonly rev?: number;
  readonly epoch?: string;
  /** How a state channel stands after it. */
  readonly cursor?: string;
  readonly event: TunnelEventName | ControlEvent;
  readonly data?: unknown;
  /** Stands for data that is too large to travel: each process reads it from its row. */
  readonly ref?: string;
  /** Not worth telling other processes. */
  readonly isLocal?: boolean;
  readonly at: string;
  /** The process it comes from. */
  readonly origin: string;
};
