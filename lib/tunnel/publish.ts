import type { Runtime } from '#lib/context/runtime.ts';
import { conversationChannel, type TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { TunnelEventName, UnsubscribedReason } from './values.ts';

/** An event as a domain tells it. */
export type NewEvent = {
  readonly channel: TunnelChannel;
  readonly event: TunnelEventName;
  /** Left out where the channel's source makes it for each person anew. */
  readonly data?: unknown;
  /** Whom it is for, on a personal channel: one event for all of them. */
  readonly users?: readonly string[];
  /** On a channel with a counter: what this change raised it to, and the channel's epoch. */
  readonly rev?: number;
  readonly epoch?: string;
  /** On a state channel: the fingerprint after it. */
  readonly cursor?: Cursor;
  /** Only for listeners of this process: what is not worth a write where processes are many. */
  readonly isLocal?: boolean;
  /** Now unless told. */
  readonly at?: string;
};

type Publisher = Pick<Runtime, 'tunnel' | 'now'>;

/**
 * Tells all listeners, in every process, what has just been committed. Called after the commit and never inside it; it
 * never fails its caller, because the row is the truth and listeners find what they missed there.
 */
export async function publish(ctx: Publisher, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const at = ctx.now().toISOString();
  await ctx.tunnel.publish(events.map((event) => ({ at, ...event })));
}

/** Who no longer may listen to a conversation is cut off at once, in every process; without `users` everybody is. */
export const endListening = (
  ctx: Publisher,
  conversationId: string,
  reason: UnsubscribedReason,
  users?: readonly string[],
): Promise<void> =>
  ctx.tunnel.publish([
    {
      at: ctx.now().toISOString(),
      channel: conversationChannel(conversationId),
      event: 'listening.ended',
      data: { reason },
      ...(users && { users }),
    },
  ]);
