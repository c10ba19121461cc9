import { getStandingUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, forbidden, invalid } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { UserBlocks } from '#lib/messaging/collections.ts';
import { blockIdOf } from '#lib/messaging/ids.ts';
import { blocksBy } from '#lib/messaging/queries.ts';
import type { BlockList } from '#lib/messaging/schemas/block.ts';

/** The maximum number of blocks in a list. Further blocks still apply. */
const SHOWN = 500;

/** Blocks a user. A repeat changes nothing. */
export async function blockUser(ctx: UserContext, userId: string): Promise<{ blocked: boolean }> {
  if (userId === ctx.user.id) throw invalid('You cannot block yourself', { id: 'is your own id' });
  await getStandingUser(ctx.data, userId);
  const block = { blockerId: ctx.user.id, blockedId: userId, createdAt: ctx.now().toISOString() };
  try {
    await ctx.data.create(UserBlocks, blockIdOf(ctx.user.id, userId), block);
    ctx.log('info', 'user.blocked', { userId, by: ctx.user.id });
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
  return { blocked: true };
}

export async function unblockUser(ctx: UserContext, userId: string): Promise<{ blocked: boolean }> {
  await ctx.data.delete(UserBlocks, blockIdOf(ctx.user.id, userId));
  return { blocked: false };
}

export async function listBlocks(ctx: UserContext): Promise<BlockList> {
  const { rows } = await ctx.data.find(blocksBy(ctx.user.id, SHOWN));
  return { blocks: rows.map(({ data }) => ({ userId: data.blockedId, createdAt: data.createdAt })) };
}

/** Returns which of these users have blocked the given user. */
export async function blockersAmong(
  reader: Reader,
  blockedId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.getMany(
    UserBlocks,
    userIds.map((id) => blockIdOf(id, blockedId)),
  );
  return new Set(userIds.filter((_, at) => rows[at] !== undefined));
}

/** Whether either of two users has blocked the other. */
export async function isBlockedBetween(reader: Reader, a: string, b: string): Promise<boolean> {
  const rows = await reader.getMany(UserBlocks, [blockIdOf(a, b), blockIdOf(b, a)]);
  return rows.some((row) => row !== undefined);
}

/** Rejects an action between two users when either has blocked the other. The error does not reveal who. */
export async function assertNoBlock(reader: Reader, participantIds: readonly string[]): Promise<void> {
  const [firstId, secondId] = participantIds;
  if (participantIds.length !== 2 || firstId === undefined || secondId === undefined) return;
  if (await isBlockedBetween(reader, firstId, secondId))
    throw forbidden('You cannot contact each other', { code: 'Blocked' });
}
