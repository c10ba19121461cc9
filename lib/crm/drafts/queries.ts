import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import type { Cursor } from '#lib/data/query.ts';
import { from } from '#lib/data/query.ts';

/** What waits for approval, newest first. */
export const pendingDrafts = (limit: number, after?: Cursor) =>
  from(EmailDrafts).where('status', '==', 'pending').orderBy('createdAt', 'desc').limit(limit).after(after);

/** What a person has to look at because its sending failed or nobody knows its end, newest first. */
export const troubledDrafts = (limit: number) =>
  from(EmailDrafts).where('status', 'in', ['send_unknown', 'failed']).orderBy('createdAt', 'desc').limit(limit);

/** All drafts of a thread, under all its ids, newest first. */
export const draftsOfThread = (threadIds: readonly string[], limit: number) =>
  from(EmailDrafts).where('threadId', 'in', threadIds).orderBy('createdAt', 'desc').limit(limit);

/** The latest mails of a thread, newest first. */
export const latestMessages = (threadIds: readonly string[], limit: number) =>
  from(EmailMessages).where('threadId', 'in', threadIds).orderBy('sortAt', 'desc').limit(limit);

/** Drafts whose next try is due. */
export const dueRetries = (now: string, limit: number) =>
  from(EmailDrafts)
    .where('status', '==', 'failed')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit);

/** Sends that should have ended long ago: whoever made them is gone. */
export const stuckSends = (claimedBefore: string, limit: number) =>
  from(EmailDrafts)
    .where('status', '==', 'sending')
    .where('claimedAt', '<=', claimedBefore)
    .orderBy('claimedAt')
    .limit(limit);

/** Unknown outcomes that are still looked for. */
export const openUnknowns = (now: string, limit: number, after?: Cursor) =>
  from(EmailDrafts)
    .where('status', '==', 'send_unknown')
    .where('lookUntil', '>', now)
    .orderBy('lookUntil')
    .limit(limit)
    .after(after);
