import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Position } from './position.ts';

export const tunnelStatuses = ['connecting', 'live', 'polling', 'offline', 'signed-out'] as const;
export type TunnelStatus = (typeof tunnelStatuses)[number];

/** The line has (again) taken up a channel, and what it brought of the time since. */
export type Joined = {
  readonly event: 'joined';
  readonly channel: string;
  /** The position that was asked for. */
  readonly from: Position;
  readonly cursor: Position;
  /** False: what has happened since cannot be told, so that it has to be read anew. Absent: nothing was asked for. */
  readonly recovered?: boolean;
  readonly missed: readonly EventFrame[];
  /** The line had it already and took it up for one more reader. */
  readonly again: boolean;
};
/** The server has taken a channel away. */
export type Left = { readonly event: 'left'; readonly channel: string; readonly reason: string };
/** The server does not let this person listen to a channel. */
export type Refused = { readonly event: 'refused'; readonly channel: string; readonly status: number };

/** All a tunnel tells of its channels. */
export type TunnelNews = EventFrame | Joined | Left | Refused;
