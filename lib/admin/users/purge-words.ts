import { ModerationCases, ModerationReports, VerificationProcedures } from '#lib/admin/collections.ts';
import { casesOf } from '#lib/admin/moderation/moderation-queue.ts';
import { reportsBy } from '#lib/admin/moderation/reports.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import { forgetAnswers } from '#lib/admin/verification/forget-applicant.ts';
import type { Collection } from '#lib/data/collection.ts';
import { effectsGivenUp, Outbox } from '#lib/data/outbox.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { notifyTopic } from '#lib/notifications/topics.ts';
import { Orders } from '#lib/store/collections.ts';
import { withoutBuyer } from '#lib/store/orders/forget-buyer.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';

const SLICE = 100;

export type Cleaned = { readonly count: number; readonly next: Cursor | null };
export type Cleaning = {
  readonly name: string;
  readonly run: (t: Tx, userId: string, after: Cursor | undefined, at: string) => Promise<Cleaned>;
};

/** Walks through rows that stay, one page at a time. `without` returns null when a row needs no change. */
const cleaning = <T extends object>(
  collection: Collection<T>,
  pageOf: (userId: string, limit: number, after?: Cursor) => Query<T>,
  without: (row: T) => T | null,
): Cleaning => ({
  name: collection.name,
  run: async (t, userId, after) => {
    const { rows, next } = await t.find(pageOf(userId, SLICE, after));
    const cleaned = rows.flatMap(({ id, data }) => {
      const left = without(data);
      return left === null ? [] : [{ id, left }];
    });
    for (const { id, left } of cleaned) t.set(collection, id, left);
    return { count: cleaned.length, next };
  },
});

/** Removes the texts of and about the owner from a case, and closes their open appeal, which nobody waits for. */
function withoutOwner(row: ModerationCase): ModerationCase | null {
  const { excerpt, reason, appealState, appeal, version } = row;
  const isOpen = appealState === 'open';
  const words = [excerpt, reason ?? '', appeal?.text ?? '', appeal?.reason ?? ''];
  if (!isOpen && words.every((word) => word === '')) return null;
  const blank = { ...row, excerpt: '', reason: null };
  return isOpen
    ? { ...blank, appealState: 'none', appealedAt: null, appeal: null, version: version + 1 }
    : { ...blank, appeal: appeal && { ...appeal, text: '', reason: null } };
}

/** Deletes the given-up notifications of the account: no one would get them, and their texts are about the person. */
const notificationsGivenUp = (status: 'dead' | 'dismissed'): Cleaning => ({
  name: Outbox.name,
  run: async (t, userId, after) => {
    const { rows, next } = await t.find(effectsGivenUp(status, SLICE, 'common', after));
    const own = rows.filter(({ data }) => data.topic === notifyTopic.name && data.payload?.userId === userId);
    for (const { id } of own) t.delete(Outbox, id);
    return { count: own.length, next };
  },
});

/**
 * The rows of others, or of the books, about a deleted account. Each row stays, without the texts of and about the user.
 * Running it again finds nothing to remove.
 */
export const cleanings: readonly Cleaning[] = [
  cleaning(ModerationCases, casesOf, withoutOwner),
  cleaning(ModerationReports, reportsBy, (row) => (row.comment === null ? null : { ...row, comment: null })),
  cleaning(Orders, (userId, limit, after) => ordersNewestFirst({ userId }, limit, after), withoutBuyer),
  {
    name: VerificationProcedures.name,
    run: (t, userId, after, at) => forgetAnswers(t, userId, new Date(at), after),
  },
  notificationsGivenUp('dead'),
  notificationsGivenUp('dismissed'),
];
