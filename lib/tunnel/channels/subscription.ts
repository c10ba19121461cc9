import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { TunnelChannel } from './channels.ts';

/** A connection that can receive frames. */
export type Listener = {
  readonly userId: string;
  readonly subscriptions: Map<TunnelChannel, Subscription>;
  send(frame: Frame): void;
  sendFrame(frame: ServerFrame): void;
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
  /** Set when an event during the join does not list this user as a member. The join then checks access again. */
  isDoubtful: boolean;
  isOver: boolean;
  /** The reason when the server ended the subscription, otherwise null. */
  endedBy: UnsubscribedReason | null;
};

/** Sends a frame that the listener has not received yet. While the listener is joining, the frame is held back. */
export function deliver(subscription: Subscription, frame: Frame, rev: number | undefined): void {
  if (subscription.held) subscription.held.push({ frame, rev });
  else if (rev === undefined || rev > subscription.rev) {
    if (rev !== undefined) subscription.rev = rev;
    subscription.connection.send(frame);
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
