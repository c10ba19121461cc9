import type { Context } from '#lib/core/context.ts';
import { hashId } from '#lib/core/ids.ts';
import { dayOf } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import type { Row } from '#lib/data/store.ts';
import { EmailTasks, EmailThreads } from './collections.ts';
import { getLivingThread } from './living-thread.ts';
import type { EmailMessage } from './schemas/message.ts';
import { NEVER_DUE } from './task-due.ts';
import { ENRICH_VERSION } from './values.ts';

const MOST_TITLE = 200;

/** Asks a person to answer a mail no text of ours fits: one task for each mail, however often it is asked for. */
export async function replyTask(ctx: Context, threadId: string, mail: Row<EmailMessage>): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  const id = hashId('task', 'reply', mail.id, ENRICH_VERSION);
  await ctx.data.tx(async (t) => {
    const [known, thread] = [await t.get(EmailTasks, id), await getLivingThread(t, threadId)];
    if (known || thread.data.erasedAt !== null || thread.data.status === 'resolved') return;
    t.create(EmailTasks, id, {
      threadId: thread.id,
      title: `Answer: ${mail.data.subject.trim() || 'mail without a subject'}`.slice(0, MOST_TITLE).toWellFormed(),
      description: null,
      taskType: 'reply',
      status: 'open',
      previousStatus: null,
      priority: thread.data.urgency === 'high' ? 'high' : 'normal',
      dueAt: null,
      dueSort: NEVER_DUE,
      assigneeId: null,
      createdBy: 'system',
      completedAt: null,
      completedBy: null,
      completionNotes: null,
      day: dayOf(now),
      createdAt: at,
      updatedAt: at,
      version: 1,
    });
    t.update(EmailThreads, thread.id, { openTaskCount: inc(1), updatedAt: at });
  });
}
