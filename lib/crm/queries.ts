import { type Cursor, from, type Query } from '#lib/data/query.ts';
import {
  EmailBodies,
  EmailContacts,
  EmailDeadLetters,
  EmailDrafts,
  EmailMessages,
  EmailMsgids,
  EmailTasks,
  EmailThreads,
} from './collections.ts';
import type { EmailContact } from './schemas/contact.ts';
import type { DeadLetter } from './schemas/dead-letter.ts';
import type { EmailDraft } from './schemas/draft.ts';
import type { EmailBody, EmailMessage, EmailMsgid } from './schemas/message.ts';
import type { EmailTask } from './schemas/task.ts';
import type { EmailThread } from './schemas/thread.ts';
import type { TaskStatus } from './tasks/values.ts';
import type { ThreadStatus } from './threads/values.ts';

export type ThreadFilter = { readonly status?: ThreadStatus | undefined; readonly sourceChannel?: string | undefined };

/**
 * Selects threads that are neither merged nor erased, the latest message first. Each pair of filters has its own index,
 * so the cost does not depend on the number of threads.
 */
export function threadsByLatest(
  { status, sourceChannel }: ThreadFilter,
  limit: number,
  after?: Cursor,
): Query<EmailThread> {
  let query = from(EmailThreads).where('mergedInto', '==', null).where('erasedAt', '==', null);
  if (status) query = query.where('status', '==', status);
  if (sourceChannel) query = query.where('sourceChannel', '==', sourceChannel);
  return query.orderBy('lastMessageAt', 'desc').limit(limit).after(after);
}

/** Selects all threads in the order of their ids, including merged and erased ones. */
export const everyThread = (limit: number, after?: Cursor): Query<EmailThread> =>
  from(EmailThreads).limit(limit).after(after);

/** Selects every thread in which a contact takes part, including merged ones, by id. */
export const threadsWith = (contactId: string, limit: number, after?: Cursor): Query<EmailThread> =>
  from(EmailThreads).where('participantIds', 'has', contactId).limit(limit).after(after);

/** Selects the threads of a channel that were created from `since` up to, but not including, `until`. */
export const threadsBegun = (channel: string, since: string, until: string, limit: number): Query<EmailThread> =>
  from(EmailThreads)
    .where('sourceChannel', '==', channel)
    .where('createdAt', '>=', since)
    .where('createdAt', '<', until)
    .orderBy('createdAt')
    .limit(limit);

/** Selects the messages of a thread, newest first. `threadIds` are all ids under which the thread is stored. */
export const messagesNewestFirst = (threadIds: readonly string[], limit: number, after?: Cursor): Query<EmailMessage> =>
  from(EmailMessages).where('threadId', 'in', threadIds).orderBy('sortAt', 'desc').limit(limit).after(after);

export const messagesOf = (threadId: string, limit: number, after?: Cursor): Query<EmailMessage> =>
  from(EmailMessages).where('threadId', '==', threadId).orderBy('sortAt').limit(limit).after(after);

export const bodiesOf = (messageId: string, limit: number): Query<EmailBody> =>
  from(EmailBodies).where('messageId', '==', messageId).limit(limit);

export const msgidsOf = (threadId: string, limit: number): Query<EmailMsgid> =>
  from(EmailMsgids).where('threadId', '==', threadId).limit(limit);

export const draftsOf = (threadIds: readonly string[], limit: number, after?: Cursor): Query<EmailDraft> =>
  from(EmailDrafts).where('threadId', 'in', threadIds).orderBy('createdAt', 'desc').limit(limit).after(after);

export type TaskFilter = { readonly statuses?: readonly TaskStatus[]; readonly threadIds?: readonly string[] };

/** Selects tasks by due date, the earliest first. Tasks without a date come last. */
export function tasksByDue({ statuses, threadIds }: TaskFilter, limit: number, after?: Cursor): Query<EmailTask> {
  let query = from(EmailTasks);
  // A query accepts only one `in` list, so a list of one value becomes an equality.
  if (statuses?.length === 1 && statuses[0]) query = query.where('status', '==', statuses[0]);
  else if (statuses) query = query.where('status', 'in', statuses);
  if (threadIds?.length === 1 && threadIds[0]) query = query.where('threadId', '==', threadIds[0]);
  else if (threadIds) query = query.where('threadId', 'in', threadIds);
  return query.orderBy('dueSort').limit(limit).after(after);
}

/** Selects the tasks in a status whose due date has passed. */
export const tasksPastDue = (status: 'open' | 'in_progress', now: string, limit: number): Query<EmailTask> =>
  from(EmailTasks).where('status', '==', status).where('dueSort', '<', now).orderBy('dueSort').limit(limit);

export type ContactFilter = { readonly term?: string | undefined; readonly type?: string | undefined };

export function contactsNewestFirst({ term, type }: ContactFilter, limit: number, after?: Cursor): Query<EmailContact> {
  let query = from(EmailContacts);
  if (term) query = query.where('searchTerms', 'has', term);
  if (type) query = query.where('type', '==', type);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

export function deadLettersNewestFirst(
  status: DeadLetter['status'] | undefined,
  limit: number,
  after?: Cursor,
): Query<DeadLetter> {
  let query = from(EmailDeadLetters);
  if (status) query = query.where('status', '==', status);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}
