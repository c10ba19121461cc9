import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import type { Cursor } from '#lib/data/query.ts';
import { from } from '#lib/data/query.ts';

/** Selects the drafts that wait for approval, newest first. */
export const pendingDrafts = (limit: number, after?: Cursor) =>
  from(EmailDrafts).where('status', '==', 'pending').orderBy('createdAt', 'desc').limit(limit).after(after);

/** Selects the drafts whose sending failed or has an unknown outcome, newest first. A person has to look at them. */
export const troubledDrafts = (limit: number) =>
  from(EmailDrafts).where('status', 'in', ['send_unknown', 'failed']).orderBy('createdAt', 'desc').limit(limit);

/** Selects all drafts of a thread, under all its ids, newest first. */
export const draftsOfThread = (threadIds: readonly string[], limit: number) =>
  from(EmailDrafts).where('threadId', 'in', threadIds).orderBy('createdAt', 'desc').limit(limit);

/** Selects the latest messages of a thread, newest first. */
export const latestMessages = (threadIds: readonly string[], limit: number) =>
  from(EmailMessages).where('threadId', 'in', threadIds).orderBy('sortAt', 'desc').limit(limit);

/** Selects the drafts whose next attempt is due. */
export const dueRetries = (now: string, limit: number) =>
  from(EmailDrafts)
    .where('status', '==', 'failed')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit);

/** Selects sends that should have ended long ago. The process that started them is gone. */
export const stuckSends = (claimedBefore: string, limit: number) =>
  from(EmailDrafts)
    .where('status', '==', 'sending')
    .where('claimedAt', '<=', claimedBefore)
    .orderBy('claimedAt')
    .limit(limit);

/** Selects the sends with an unknown outcome that are still being looked up. */
export const openUnknowns = (now: string, limit: number, after?: Cursor) =>
  from(EmailDrafts)
    .where('status', '==', 'send_unknown')
    .where('lookUntil', '>', now)
    .orderBy('lookUntil')
    .limit(limit)
    .after(after);
