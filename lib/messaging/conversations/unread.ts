import type { Runtime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { membersOf } from '#lib/messaging/members/members.ts';
import { conversationsByLatest } from '#lib/messaging/queries.ts';
import { isHidden, isMuted, unreadOf } from './views.ts';

const KEPT_MS = 5 * SECOND_MS;
/** Only this many of the newest conversations are counted. MOST_PAGES limits the pages read to find them. */
const COUNTED = 100;
const MOST_PAGES = 5;

type World = Pick<Runtime, 'data' | 'memo' | 'now'>;
const keyOf = (userId: string): string => `messaging.unread:${userId}`;

/** Returns a user's unread messages in the newest listed conversations, without archived and muted ones. */
export const unreadTotal = (ctx: World, userId: string): Promise<number> =>
  ctx.memo.get(keyOf(userId), KEPT_MS, () => countUnread(ctx, userId));

/** Clears the cached counts, so that the next call counts again. */
export function forgetUnread({ memo }: Pick<World, 'memo'>, userIds: readonly string[]): void {
  for (const userId of userIds) memo.forget(keyOf(userId));
}

async function countUnread({ data, now }: World, userId: string): Promise<number> {
  const counts: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && counts.length < COUNTED; page++) {
    const { rows, next } = await data.find(conversationsByLatest(userId, {}, COUNTED).after(cursor));
    const members = await membersOf(data, rows, userId);
    for (const [at, { data: conversation }] of rows.entries()) {
      const member = members[at];
      if (!member || member.archived || isMuted(member, now()) || isHidden(conversation, member)) continue;
      if (counts.length < COUNTED) counts.push(unreadOf(conversation, member));
    }
    if (next === null) break;
    cursor = next;
  }
  return counts.reduce((sum, count) => sum + count, 0);
}
