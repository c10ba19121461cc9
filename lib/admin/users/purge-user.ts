import { UserPurges } from '#lib/admin/collections.ts';
import { ConsolePreferencesRows } from '#lib/admin/preferences/collections.ts';
import type { UserPurge } from '#lib/admin/schemas/user.ts';
import { purgeEvidenceOf } from '#lib/admin/verification/forget-applicant.ts';
import { Sessions, Users } from '#lib/auth/collections.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import type { Context } from '#lib/context/context.ts';
import { Outbox } from '#lib/data/outbox.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { ConversationMembers, UserBlocks } from '#lib/messaging/collections.ts';
import { forgetBlocks, leaveForGood } from '#lib/messaging/members/forget-member.ts';
import {
  NotificationCounts,
  NotificationDeferred,
  NotificationPreferences,
  Notifications,
} from '#lib/notifications/collections.ts';
import { forgetPerson } from '#lib/notifications/list/forget-person.ts';
import { publishCount } from '#lib/notifications/list/publish-count.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { devicesOf } from '#lib/notifications/push/queries.ts';
import { allOf, deferredOf } from '#lib/notifications/queries.ts';
import { freeSlot } from '#lib/notifications/write/collapse.ts';
import { forgetChats } from '#lib/store/agent/chats.ts';
import { AgentChats } from '#lib/store/agent/collections.ts';
import { Carts, IdempotencyRows, UserAddresses } from '#lib/store/collections.ts';
import { forgetReviewMedia } from '#lib/store/media/remove-media.ts';
import { addressesOf, holdsOfUser, storedResponsesOf } from '#lib/store/queries.ts';
import { ReviewVotes } from '#lib/store/reviews/collections.ts';
import { forgetVotes } from '#lib/store/reviews/forget-author.ts';
import { releaseHolds } from '#lib/store/stock/expired-holds.ts';
import { unwatched } from '#lib/store/stock/notice.ts';
import { forgetSeller } from '#lib/store/vendors/forget-seller.ts';
import { StockWatches } from '#lib/store/watches/collections.ts';
import { watchesOfUser } from '#lib/store/watches/queries.ts';
import { Wishlists } from '#lib/store/wishlist/collections.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { deleteGivenUp, notificationsGivenUp } from './purge-effects.ts';
import { type Cleaned, cleanings } from './purge-words.ts';

const SLICE = 200;

type Step = { readonly name: string; readonly run: (t: Tx, userId: string, at: string) => Promise<number> };

/** Each step removes a slice of one collection's rows about the account and returns how many. 0 ends it. */
const steps: readonly Step[] = [
  {
    name: Sessions.name,
    run: async (t, userId) => {
      const rows = (await t.find(sessionsOf(userId))).rows.slice(0, SLICE);
      for (const { id } of rows) t.delete(Sessions, id);
      return rows.length;
    },
  },
  {
    name: PushRegistrations.name,
    run: async (t, userId) => {
      const { rows } = await t.find(devicesOf(userId));
      for (const { id } of rows) t.delete(PushRegistrations, id);
      return rows.length;
    },
  },
  {
    name: Carts.name,
    run: async (t, userId) => {
      if (!(await t.get(Carts, userId))) return 0;
      t.delete(Carts, userId);
      return 1;
    },
  },
  {
    name: UserAddresses.name,
    run: async (t, userId) => {
      const { rows } = await t.find(addressesOf(userId, SLICE));
      for (const { id } of rows) t.delete(UserAddresses, id);
      return rows.length;
    },
  },
  {
    name: Wishlists.name,
    run: async (t, userId) => {
      if (!(await t.get(Wishlists, userId))) return 0;
      t.delete(Wishlists, userId);
      return 1;
    },
  },
  {
    name: StockWatches.name,
    run: async (t, userId) => {
      const { rows } = await t.find(watchesOfUser(userId, SLICE));
      for (const { id } of rows) t.delete(StockWatches, id);
      return rows.length;
    },
  },
  {
    name: IdempotencyRows.name,
    run: async (t, userId) => {
      const { rows } = await t.find(storedResponsesOf(userId, SLICE));
      for (const { id } of rows) t.delete(IdempotencyRows, id);
      return rows.length;
    },
  },
  {
    // Holds of orders stay: an unpaid order expires by itself, a sold one is history.
    name: 'stock_holds',
    run: async (t, userId, at) => {
      const { rows } = await t.find(holdsOfUser(userId, ['active'], SLICE));
      releaseHolds(t, rows, { env: unwatched, now: new Date(at) });
      return rows.length;
    },
  },
  // One chat at a time, with its messages.
  { name: AgentChats.name, run: forgetChats },
  { name: ReviewVotes.name, run: (t, userId) => forgetVotes(t, userId) },
  { name: 'review_pictures', run: (t, userId, at) => forgetReviewMedia(t, userId, new Date(at)) },
  // The user's messages stay, under an id that names no one.
  { name: ConversationMembers.name, run: leaveForGood },
  { name: UserBlocks.name, run: (t, userId) => forgetBlocks(t, userId, SLICE) },
  {
    name: Notifications.name,
    run: async (t, userId) => {
      const { rows } = await t.find(allOf(userId, SLICE));
      for (const { id, data } of rows) {
        t.delete(Notifications, id);
        freeSlot(t, data);
      }
      return rows.length;
    },
  },
  // Notifications of other users stay with them, without the name.
  { name: 'notifications_of_others', run: (t, userId) => forgetPerson(t, userId, SLICE) },
  {
    name: NotificationCounts.name,
    run: async (t, userId) => {
      if (!(await t.get(NotificationCounts, userId))) return 0;
      t.delete(NotificationCounts, userId);
      return 1;
    },
  },
  {
    name: NotificationDeferred.name,
    run: async (t, userId) => {
      const { rows } = await t.find(deferredOf(userId, SLICE));
      for (const { id } of rows) t.delete(NotificationDeferred, id);
      return rows.length;
    },
  },
  {
    name: NotificationPreferences.name,
    run: async (t, userId) => {
      if (!(await t.get(NotificationPreferences, userId))) return 0;
      t.delete(NotificationPreferences, userId);
      return 1;
    },
  },
  {
    name: ConsolePreferencesRows.name,
    run: async (t, userId) => {
      if (!(await t.get(ConsolePreferencesRows, userId))) return 0;
      t.delete(ConsolePreferencesRows, userId);
      return 1;
    },
  },
  {
    name: Users.name,
    run: async (t, userId) => {
      if (!(await t.get(Users, userId))) return 0;
      t.delete(Users, userId);
      return 1;
    },
  },
];

/**
 * Removes the data of a deleted account step by step, then removes the user's texts from rows that stay. Records the
 * count of each step. Safe to interrupt and run again. Orders, ledger, credit and the audit stay under the id, which
 * no longer names anyone.
 */
export async function purgeUser(ctx: Context, { userId }: { readonly userId: string }): Promise<void> {
  const startedAt = ctx.now().toISOString();
  const user = await ctx.data.get(Users, userId);
  if (user && user.data.status !== 'deleted') return;
  if (user?.data.vendorId) await forgetSeller(ctx, user.data.vendorId);

  const purge = { userId, startedAt };
  for (const { name, run } of steps) {
    let removed = 0;
    do {
      const slice = await counted(ctx, purge, name, async (t) => ({
        count: await run(t, userId, startedAt),
        next: null,
      }));
      removed = slice.count;
    } while (removed > 0);
  }
  for (const { name, area, run } of cleanings) {
    let after: Cursor | undefined;
    let cleaned = 0;
    do {
      const slice = await counted(ctx, purge, name, (t) => run(t, userId, after, startedAt));
      cleaned += slice.count;
      after = slice.next ?? undefined;
    } while (after !== undefined);
    if (area !== undefined && cleaned > 0) await publishOverviewChange(ctx, area);
  }
  const givenUp = await notificationsGivenUp(ctx.data, userId);
  for (let at = 0; at === 0 || at < givenUp.length; at += SLICE) {
    const ids = givenUp.slice(at, at + SLICE);
    await counted(ctx, purge, Outbox.name, async (t) => ({ count: await deleteGivenUp(t, userId, ids), next: null }));
  }
  await purgeEvidenceOf(ctx, userId);
  // Nothing is unread any more. Open pages get the new count.
  await publishCount(ctx, [userId]);
  const finishedAt = ctx.now().toISOString();
  await ctx.data.update(UserPurges, userId, { finishedAt });
  ctx.log('info', 'user.purged', { userId });
}

type Purging = { readonly userId: string; readonly startedAt: string };

/**
 * The count is part of the commit that removes the rows, so the record is correct wherever the purge was interrupted.
 */
const counted = (
  ctx: Context,
  { userId, startedAt }: Purging,
  name: string,
  work: (t: Tx) => Promise<Cleaned>,
): Promise<Cleaned> =>
  ctx.data.tx(
    async (t) => {
      const kept = await t.get(UserPurges, userId);
      const slice = await work(t);
      const purge: UserPurge = kept?.data ?? { startedAt, finishedAt: null, counts: {} };
      const counts = { ...purge.counts, [name]: (purge.counts[name] ?? 0) + slice.count };
      t.set(UserPurges, userId, { ...purge, counts });
      return slice;
    },
    { mayQuery: true },
  );
