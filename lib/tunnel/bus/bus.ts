import type { TunnelEventName } from '#lib/tunnel/values.ts';

/** Events by which processes speak to each other; no client hears them. */
export const controlEvents = ['session.revoked', 'listening.ended', 'live.asked', 'live.answered'] as const;
export type ControlEvent = (typeof controlEvents)[number];
/** Where control events travel that belong to no channel. */
export const CONTROL_CHANNEL = 'control';

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

/** Whose connections end at once: a person's, of one session only or of all but one. */
export type Revocation = {
  readonly userId: string;
  readonly sessionId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
  /** The person's session epoch after it, where it was raised: whoever is known by an older one has no session any more. */
  readonly epoch?: number | undefined;
};
