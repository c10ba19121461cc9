import type { Context, UserContext } from '#lib/core/context.ts';
import { after, msUntil, SECOND_MS } from '#lib/core/time.ts';
import { conversationChannel } from '#lib/tunnel/channels.ts';
import { publish } from '#lib/tunnel/publish.ts';
import { assertMayWrite, type Mine } from './access.ts';
import { assertNoBlock } from './blocks.ts';
import type { Typing } from './ports.ts';

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
  const isLocal = row.data.participantIds.length > MOST_SHARED;
  if (isNews) await tellTyping(ctx, row.id, { userId, isTyping, expiresAt }, isLocal);
  return { ok: true, expiresAt };
}

type Signal = Typing & { readonly isTyping: boolean };

export const tellTyping = (
  ctx: Pick<Context, 'tunnel' | 'now'>,
  conversationId: string,
  data: Signal,
  isLocal = false,
): Promise<void> =>
  publish(ctx, [{ channel: conversationChannel(conversationId), event: 'typing', data, ...(isLocal && { isLocal }) }]);

/** Who else is writing, as far as this process knows. */
export const listTyping = (ctx: UserContext, { row }: Mine): readonly Typing[] =>
  ctx.typing.list(row.id).filter(({ userId }) => userId !== ctx.user.id);
