import type { Context, UserContext } from '#lib/context/context.ts';
import type { Typing, TypingRows } from '#lib/context/ports/typing.ts';
import { after, msUntil, SECOND_MS } from '#lib/core/time.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { assertMayWrite, type Mine } from '#lib/messaging/conversations/access.ts';
import { TYPING_MS } from '#lib/messaging/limits.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { publish } from '#lib/tunnel/publish.ts';

/** A signal sooner than this after the last one is not repeated. */
const REPEAT_MS = 3 * SECOND_MS;
/** With several processes, signals in larger conversations cost more than they are worth and stay local. */
const MOST_SHARED = 20;

type World = Pick<Context, 'data' | 'typing' | 'typingRows' | 'tunnel' | 'now'>;
type Signal = Typing & { readonly isTyping: boolean };
/** The conversation of a signal. */
type Place = { readonly id: string; readonly data: Pick<Conversation, 'participantIds'> };

/** Signals that the caller is typing or has stopped. The server sets the time at which the signal expires. */
export async function signalTyping(
  ctx: UserContext,
  { row }: Mine,
  isTyping: boolean,
): Promise<{ ok: true; expiresAt: string }> {
  assertMayWrite(ctx);
  await assertNoBlock(ctx.data, row.data.participantIds);
  const userId = ctx.user.id;
  const now = ctx.now();
  const known = ctx.typing.list(row.id).find((signal) => signal.userId === userId);
  if (isTyping && known && msUntil(known.expiresAt, now) > TYPING_MS - REPEAT_MS)
    return { ok: true, expiresAt: known.expiresAt };

  const expiresAt = isTyping ? after(now, TYPING_MS) : now.toISOString();
  // A user who typed through another process may be unknown here.
  const isChange = isTyping || ctx.typing.stop(row.id, userId) || ctx.typingRows !== null;
  if (isTyping) ctx.typing.note(row.id, { userId, expiresAt });
  if (isChange) await spread(ctx, row, { userId, isTyping, expiresAt });
  return { ok: true, expiresAt };
}

/** Ends the typing signals of a user whose last connection to this process has ended. */
export async function endTyping(ctx: World, userId: string): Promise<void> {
  const expiresAt = ctx.now().toISOString();
  const stopped = ctx.typing.of(userId).filter((id) => ctx.typing.stop(id, userId));
  if (stopped.length === 0) return;
  const rows = await ctx.data.getMany(Conversations, stopped);
  const places = rows.filter((row) => row !== undefined);
  await Promise.all(places.map((place) => spread(ctx, place, { userId, isTyping: false, expiresAt })));
}

/**
 * Clears the typing signal of a user who has sent a message. No event is published, because the listeners receive the
 * message.
 */
export async function stopTyping(ctx: UserContext, place: Place): Promise<void> {
  ctx.typing.stop(place.id, ctx.user.id);
  if (isLarge(place)) return;
  try {
    await ctx.typingRows?.remove(place.id, ctx.user.id);
  } catch (error) {
    // The message is sent, and the row expires by itself.
    ctx.log('warn', 'typing.not_removed', { error });
  }
}

/** Returns the other users who are typing. With several processes the list is empty for conversations of more than 20. */
export async function listTyping(ctx: UserContext, { row }: Mine): Promise<readonly Typing[]> {
  const others = row.data.participantIds.filter((userId) => userId !== ctx.user.id);
  if (ctx.typingRows !== null) return isLarge(row) ? [] : ctx.typingRows.list(row.id, others);
  return ctx.typing.list(row.id).filter(({ userId }) => userId !== ctx.user.id);
}

const isLarge = ({ data }: Place): boolean => data.participantIds.length > MOST_SHARED;

/** Publishes a signal to all listeners; in a large conversation only to those of this process. */
async function spread(ctx: World, place: Place, { isTyping, ...typing }: Signal): Promise<void> {
  const isLocal = isLarge(place);
  const channel = conversationChannel(place.id);
  const data: Signal = { ...typing, isTyping };
  const keep = (rows: TypingRows) => (isTyping ? rows.put(place.id, typing) : rows.remove(place.id, typing.userId));
  await Promise.all([
    isLocal || ctx.typingRows === null ? undefined : keep(ctx.typingRows),
    publish(ctx, [{ channel, event: 'typing', data, ...(isLocal && { isLocal }) }]),
  ]);
}
