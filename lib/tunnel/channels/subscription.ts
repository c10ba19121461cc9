import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { TunnelChannel } from './channels.ts';

/** A connection that can receive frames. */
export type Listener = {
  readonly userId: string;
  readonly subscriptions: Map<TunnelChannel, Subscription>;
  send(frame: Frame): void;
  say(frame: ServerFrame): void;
};

/** One listener of one channel. */
export type Subscription = {
  readonly channel: TunnelChannel;
  readonly connection: Listener;
  /** The highest counter value that this listener has received. */
  rev: number;
  /** The lowest counter value that this listener's read must reach. */
  least: number;
  /** Events that arrived while the listener was still joining; null once it has joined. */
  held: { readonly frame: Frame; readonly rev: number | undefined }[] | null;
  /** Set when an event during the join said that this user is not a member. The join then checks access again. */
  isDoubtful: boolean;
  isOver: boolean;
  /** The reason when the server ended the subscription, otherwise null. */
  endedBy: UnsubscribedReason | null;
};

/** Sends a frame that the listener does not have yet. A listener that is still joining receives the frame afterwards. */
export function tell(one: Subscription, frame: Frame, rev: number | undefined): void {
  if (one.held) one.held.push({ frame, rev });
  else if (rev === undefined || rev > one.rev) {
    if (rev !== undefined) one.rev = rev;
    one.connection.send(frame);
  }
}

/** Returns the subscription of a listener that has not joined yet. */
export const joining = (connection: Listener, channel: TunnelChannel): Subscription => ({
  channel,
  connection,
  rev: -1,
  least: -1,
  held: [],
  isDoubtful: false,
  isOver: false,
  endedBy: null,
});
