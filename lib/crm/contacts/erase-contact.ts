import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { invalid, notFound } from '#lib/core/errors.ts';
import {
  EmailBodies,
  EmailContacts,
  EmailDeadLetters,
  EmailDrafts,
  EmailErasures,
  EmailMessages,
  EmailTasks,
  EmailThreads,
} from '#lib/crm/collections.ts';
import { BODY_FILE } from '#lib/crm/messages/mail-bodies.ts';
import { deadLettersNewestFirst } from '#lib/crm/queries.ts';
import type { EmailContact } from '#lib/crm/schemas/contact.ts';
import type { ContactErased } from '#lib/crm/schemas/contact-input.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { dropFilesTopic, promiseThreadIndex } from '#lib/crm/topics.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row } from '#lib/data/store.ts';
import { blankDraft, blankMessage, blankTask, blankThread } from './blank-rows.ts';
import { contactIdOf } from './contact-id.ts';
import { type WalkedThread, walkContact } from './walk-contact.ts';

const PAGE = 100;

/** Returns the contact to erase, or null when it was already erased. Throws NotFound. */
export async function getErasable({ data }: Pick<Context, 'data'>, id: string): Promise<Row<EmailContact> | null> {
  const [contact, erased] = await Promise.all([data.get(EmailContacts, id), data.get(EmailErasures, id)]);
  if (!contact && !erased) throw notFound('Contact', id);
  return contact ?? null;
}

/**
 * Blanks all stored data of an address and deletes its contact. Ids stay, so that no mail is imported again. Mail on
 * the server is not touched. Each row is blanked before the row that leads to it, so an interrupted run can simply be
 * repeated. When nothing was left to erase, no audit row is written.
 */
export async function eraseContact(ctx: UserContext, id: string, confirmEmail: string): Promise<ContactErased> {
  if (contactIdOf(confirmEmail) !== id)
    throw invalid(
      'The confirmed address is not the address of the contact',
      { confirmEmail: 'must be the address of the contact' },
      { code: 'ConfirmMismatch' },
    );
  const contact = await getErasable(ctx, id);
  const erased = { threads: 0, messages: 0, drafts: 0, tasks: 0, attachments: 0 };
  for await (const walked of walkContact(ctx, id)) await eraseThread(ctx, walked, erased);
  const letters = await eraseDeadLetters(ctx, id);
  const isNothing = contact === null && letters === 0 && Object.values(erased).every((count) => count === 0);
  if (isNothing) return { success: true, erased, mailboxUntouched: true };
  const now = ctx.now();
  await ctx.data.batch((write) => {
    write.delete(EmailContacts, id);
    write.set(EmailErasures, id, { at: now.toISOString() });
    auditRow(write, ctx, {
      action: 'email-contact.erased',
      targetType: 'email-contact',
      targetId: id,
      after: erased,
      now,
    });
  });
  ctx.log('info', 'contact.erased', { contactId: id, ...erased });
  return { success: true, erased, mailboxUntouched: true };
}

async function eraseThread(ctx: Context, walked: WalkedThread, erased: ContactErased['erased']): Promise<void> {
  const { thread, messages, drafts, tasks } = walked;
  const now = ctx.now();
  const at = now.toISOString();
  for await (const rows of messages) {
    const left = rows.filter(({ data }) => data.erasedAt === null);
    for (const row of left) await eraseMessage(ctx, row, now);
    erased.messages += left.length;
    erased.attachments += left.reduce((sum, { data }) => sum + data.attachments.length, 0);
  }
  for await (const rows of drafts) {
    await ctx.data.batch((write) => {
      for (const { id, data } of rows) write.update(EmailDrafts, id, blankDraft(data, at));
    });
    erased.drafts += rows.length;
  }
  for await (const rows of tasks) {
    await ctx.data.batch((write) => {
      for (const { id, data } of rows) write.update(EmailTasks, id, blankTask(data, at));
    });
    erased.tasks += rows.length;
  }
  await ctx.data.batch((write) => {
    write.update(EmailThreads, thread.id, blankThread(at));
    promiseThreadIndex(write, thread.id, now);
  });
  erased.threads += 1;
}

/** Blanks a message, deletes its texts and enqueues the deletion of its files, in one commit. */
async function eraseMessage(ctx: Context, { id, data }: Row<EmailMessage>, now: Date): Promise<void> {
  const names = [
    ...data.attachments.filter(({ stored }) => stored).map((attachment) => attachment.id),
    'raw',
    BODY_FILE,
  ];
  const keys = data.filesKey === null ? [] : names.map((name) => `${data.filesKey}/${name}`);
  await ctx.data.batch((write) => {
    for (let n = 0; n < data.bodyChunks; n++) write.delete(EmailBodies, `${id}-${n}`);
    write.update(EmailMessages, id, blankMessage(now.toISOString()));
    if (keys.length > 0) enqueue(write, dropFilesTopic, { keys }, { now });
  });
}

/**
 * Blanks the dead letters whose sender is this address. Each sender is compared as a whole address, because it may be
 * the end of another person's address.
 */
async function eraseDeadLetters(ctx: Context, contactId: string): Promise<number> {
  let count = 0;
  const pages = pagesOf(ctx.data, (after) => deadLettersNewestFirst(undefined, PAGE, after));
  for await (const rows of pages)
    for (const { id, data } of rows.filter((row) =>
      addressesIn(row.data.from).some((address) => contactIdOf(address) === contactId),
    )) {
      await ctx.data.batch((write) => {
        const now = ctx.now();
        write.update(EmailDeadLetters, id, { from: null, subject: null, rawKey: null, updatedAt: now.toISOString() });
        if (data.rawKey !== null) enqueue(write, dropFilesTopic, { keys: [data.rawKey] }, { now });
      });
      count += 1;
    }
  return count;
}

const addressesIn = (from: string | null): readonly string[] =>
  from?.match(/[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g) ?? [];
