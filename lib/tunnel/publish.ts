import type { Runtime } from '#lib/context/runtime.ts';
import { conversationChannel, type TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { TunnelEventName, UnsubscribedReason } from './values.ts';

/** An event as a domain publishes it. */
export type NewEvent = {
  readonly channel: TunnelChannel;
  readonly event: TunnelEventName;
  /** Omitted when the channel's source reads the data for each user separately (`updatesFor`). */
  readonly data?: unknown;
  /** The recipients on a personal channel: one event serves all of them. */
  readonly users?: readonly string[];
  /** On a channel with a counter: the counter value after this change, and the channel's epoch. */
  readonly rev?: number;
  readonly epoch?: string;
  /** On a state channel: the cursor of the state after this event. */
  readonly cursor?: Cursor;
  /** Only for listeners of this process: the event is not worth a database write when several processes run. */
  readonly isLocal?: boolean;
  /** Defaults to now. */
  readonly at?: string;
};

type Publisher = Pick<Runtime, 'tunnel' | 'now'>;

/**
 * Publishes events to all listeners, in every process. Call this after the commit, never inside the transaction. It
 * never throws: the stored row is the truth, and listeners recover missed events from the row.
 */
export async function publish(ctx: Publisher, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const at = ctx.now().toISOString();
  await ctx.tunnel.publish(events.map((event) => ({ at, ...event })));
}

/**
 * Unsubscribes users who may no longer listen to a conversation, at once and in every process; without `users`,
 * everyone.
 */
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
