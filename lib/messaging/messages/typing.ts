import type { Context, UserContext } from '#lib/context/context.ts';
import type { Typing } from '#lib/context/ports/typing.ts';
import { after, msUntil, SECOND_MS } from '#lib/core/time.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { assertMayWrite, type Mine } from '#lib/messaging/conversations/access.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { publish } from '#lib/tunnel/publish.ts';

const TYPING_MS = 10 * SECOND_MS;
/** A signal that comes sooner after the last one says nothing new. */
const REPEAT_MS = 3 * SECOND_MS;
/** Between processes a signal to more people than this costs more than it tells. */
const MOST_SHARED = 20;

/** Says that the caller is writing, or has stopped. Nothing is stored; it ends by itself at a time the server stamps. */
export async function signalTyping(
  ctx: UserContext,
  { row }: Mine,
  isTyping: boolean,
): Promise<{ ok: true; expiresAt: string }> {
  assertMayWrite(ctx);
  await assertNoBlock(ctx.data, row.data.participantIds);
  const userId = ctx.user.id;
  const now = ctx.now();
  const known = ctx.typing.list(row.id).find((one) => one.userId === userId);
  if (isTyping && known && msUntil(known.expiresAt, now) > TYPING_MS - REPEAT_MS)
    return { ok: true, expiresAt: known.expiresAt };

  const expiresAt = isTyping ? after(now, TYPING_MS) : now.toISOString();
  const isNews = isTyping || ctx.typing.stop(row.id, userId);
  if (isTyping) ctx.typing.note(row.id, { userId, expiresAt });
  const isLocal = isLarge(row.data);
  if (isNews) await tellTyping(ctx, row.id, { userId, isTyping, expiresAt }, isLocal);
  return { ok: true, expiresAt };
}

/** Whose last connection to this process has ended writes nowhere any more. */
export async function endTyping(
  ctx: Pick<Context, 'data' | 'typing' | 'tunnel' | 'now'>,
  userId: string,
): Promise<void> {
  const expiresAt = ctx.now().toISOString();
  const stopped = ctx.typing.of(userId).filter((id) => ctx.typing.stop(id, userId));
  if (stopped.length === 0) return;
  const rows = await ctx.data.getMany(Conversations, stopped);
  await Promise.all(
    rows.map(async (row) => {
      if (row) await tellTyping(ctx, row.id, { userId, isTyping: false, expiresAt }, isLarge(row.data));
    }),
  );
}

const isLarge = ({ participantIds }: Pick<Conversation, 'participantIds'>): boolean =>
  participantIds.length > MOST_SHARED;

type Signal = Typing & { readonly isTyping: boolean };

const tellTyping = (
  ctx: Pick<Context, 'tunnel' | 'now'>,
  conversationId: string,
  data: Signal,
  isLocal = false,
): Promise<void> =>
  publish(ctx, [{ channel: conversationChannel(conversationId), event: 'typing', data, ...(isLocal && { isLocal }) }]);

/** Who else is writing, as far as this process knows. */
export const listTyping = (ctx: UserContext, { row }: Mine): readonly Typing[] =>
  ctx.typing.list(row.id).filter(({ userId }) => userId !== ctx.user.id);
