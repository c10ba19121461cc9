import { findUserByEmail } from '#lib/auth/users.ts';
import { systemContext, type UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, HOUR_MS } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { claimSend } from '#lib/crm/drafts/sending/claim-send.ts';
import { settleSend } from '#lib/crm/drafts/sending/settle-send.ts';
import { defaultChannel } from '#lib/crm/mailboxes/channels.ts';
import { quarantineMail } from '#lib/crm/mailboxes/dead-letters.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import { readMail } from '#lib/crm/threads/ingest.ts';
import { storeMail } from '#lib/crm/threads/store-mail.ts';
import { changeThreadStatus } from '#lib/crm/threads/threads.ts';
import { emailId } from '#lib/mail/identity.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { demoMid, rawDemoMail } from './demo-mail.ts';
import { demoThreads } from './mails/mails.ts';
import type { DemoThread } from './mails/schema.ts';

/**
 * Fills the inbox of a demo once, through the same functions as real mail. A mail that is already stored stays as it
 * is.
 */
export async function seedDemoInbox(runtime: Runtime): Promise<void> {
  const admin = await findUserByEmail(runtime.data, 'admin@plaza.test');
  if (!admin) return;
  // The errors here are staged, so they are not logged. An operator must not investigate them.
  const quiet: Runtime = { ...runtime, log: () => undefined };
  const ctx: UserContext = { ...systemContext(quiet, newId('request')), user: admin, session: null };
  for (const thread of demoThreads) await seedThread(ctx, thread);
  await seedDeadLetter(ctx);
}

async function seedThread(ctx: UserContext, thread: DemoThread): Promise<void> {
  const { address, id: channelId } = defaultChannel(ctx);
  // The lookup is by id alone. The date follows the clock, and another date under one Message-ID would make another
  // mail.
  if (await ctx.data.get(EmailMessages, emailId(channelId, demoMid(thread.key, 0)))) return;
  const now = ctx.now();
  let threadId: string | null = null;
  for (const [place, { hoursAgo }] of thread.mails.entries()) {
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const read = await readMail(ctx, rawDemoMail(thread, place, { now, address }), { channelId });
    const arrival = { via: 'webhook', arrivedAt: at.toISOString(), uid: 0, uidValidity: null } as const;
    const stored = await storeMail(ctx, read, arrival);
    threadId = stored.threadId;
  }
  if (threadId === null) return;

  const { draft, isDraftLost = false, task, status } = thread;
  if (draft !== undefined) await seedDraft(ctx, threadId, draft, isDraftLost);
  if (task) {
    const { dueInHours, ...named } = task;
    await createTask(ctx, { ...named, threadId, dueAt: after(now, dueInHours * HOUR_MS) });
  }
  if (status) await changeThreadStatus(ctx, { id: threadId, status });
}

async function seedDraft(ctx: UserContext, threadId: string, body: string, isLost: boolean): Promise<void> {
  const { id, version } = await createDraft(ctx, threadId, body);
  // A channel that cannot send has no sends with an unknown outcome either.
  if (!isLost || !defaultChannel(ctx).canSend) return;
  await approveDraft(ctx, id, { version });
  const { claim } = await claimSend(ctx, id, { by: 'person', wish: {} });
  if (!claim) return;
  const message = 'The server fell silent after the last line of the mail';
  const error = { code: 'ETIMEDOUT', responseCode: null, stage: 'body', message, at: ctx.now().toISOString() } as const;
  await settleSend(ctx, id, claim.attempt, { state: 'unknown', error });
}

/** Stores a webhook mail with an unreadable date. Its bytes are always the same, so it is stored only once. */
async function seedDeadLetter(ctx: UserContext): Promise<void> {
  const { id: channelId, address } = defaultChannel(ctx);
  const mail = {
    messageId: '<demo-dead@mail.plaza.test>',
    from: 'Scanner in the hall <scanner@example.test>',
    to: address,
    subject: 'Scan 0041',
    bodyText: '',
    date: 'the day before yesterday',
  };
  const raw = Buffer.from(JSON.stringify(mail));
  await quarantineMail(ctx, {
    ...{ channelId, via: 'webhook', uid: 0, uidValidity: null, raw, attempts: 3 },
    error: new MailParseError('BadDate'),
  });
}
