import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Position } from './position.ts';

export const tunnelStatuses = ['connecting', 'live', 'polling', 'offline', 'signed-out'] as const;
export type TunnelStatus = (typeof tunnelStatuses)[number];

/** The line has subscribed to a channel (again). `missed` holds the events since the requested position. */
export type Joined = {
  readonly event: 'joined';
  readonly channel: string;
  /** The position that was requested. */
  readonly from: Position;
  readonly cursor: Position;
  /** False when the server cannot recover the missed events: fetch over REST. Missing when no position was requested. */
  readonly recovered?: boolean;
  readonly missed: readonly EventFrame[];
  /** True when the line was already subscribed and subscribed again for another listener. */
  readonly again: boolean;
};
/** The server has ended a subscription. */
export type Left = { readonly event: 'left'; readonly channel: string; readonly reason: string };
/** The server does not allow this user to listen to a channel. */
export type Refused = { readonly event: 'refused'; readonly channel: string; readonly status: number };

/** Everything that a tunnel reports about its channels. */
export type TunnelUpdate = EventFrame | Joined | Left | Refused;
