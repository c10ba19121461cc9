import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { TunnelChannel } from './channels.ts';

/** Whoever can be told something: a connection. */
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
  /** How far this listener has been told. */
  rev: number;
  /** How far what it reads must reach at least. */
  least: number;
  /** What came while it was still reading where it stands; null from then on. */
  held: { readonly frame: Frame; readonly rev: number | undefined }[] | null;
  /** While it was joining, somebody said it is no member: whoever finishes the joining asks again. */
  isDoubtful: boolean;
  isOver: boolean;
  /** Why the server has ended it; null where it has not. */
  endedBy: UnsubscribedReason | null;
};

/** Tells a listener what it does not know yet; whoever still reads is told after. */
export function tell(one: Subscription, frame: Frame, rev: number | undefined): void {
  if (one.held) one.held.push({ frame, rev });
  else if (rev === undefined || rev > one.rev) {
    if (rev !== undefined) one.rev = rev;
    one.connection.send(frame);
  }
}

/** A listener who has not joined yet. */
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
