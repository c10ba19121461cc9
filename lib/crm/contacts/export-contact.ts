import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { toDraftView } from '#lib/crm/drafts/draft-rows.ts';
import { toMessageViews } from '#lib/crm/messages/message-view.ts';
import type { EmailContact } from '#lib/crm/schemas/contact.ts';
import type { ContactExport } from '#lib/crm/schemas/contact-export.ts';
import { toTaskView } from '#lib/crm/tasks/task-view.ts';
import { toThreadRecord } from '#lib/crm/threads/threads.ts';
import type { Row } from '#lib/data/store.ts';
import { toContactView } from './contacts.ts';
import { walkContact } from './walk-contact.ts';

/** Returns all stored data of an address, for a person who asks what we know about them. Writes an audit row. */
export async function exportContact(ctx: UserContext, contact: Row<EmailContact>): Promise<ContactExport> {
  const now = ctx.now();
  await ctx.data.batch((write) =>
    auditRow(write, ctx, { action: 'email-contact.exported', targetType: 'email-contact', targetId: contact.id, now }),
  );
  const found: ContactExport = {
    exportedAt: now.toISOString(),
    contact: toContactView(contact),
    threads: [],
    messages: [],
    drafts: [],
    tasks: [],
  };
  for await (const { thread, messages, drafts, tasks } of walkContact(ctx, contact.id)) {
    found.threads.push(toThreadRecord(ctx, thread));
    for await (const rows of messages) found.messages.push(...(await toMessageViews(ctx, rows)));
    for await (const rows of drafts) found.drafts.push(...rows.map(({ id, data }) => toDraftView(id, data)));
    for await (const rows of tasks) found.tasks.push(...rows.map(toTaskView));
  }
  return found;
}
