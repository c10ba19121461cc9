import { describe, expect, it } from 'vitest';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { exportTables } from '#lib/admin/exports/export-list.ts';
import type { ExportList } from '#lib/admin/exports/values.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { EmailContacts, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { saveContact } from '#lib/crm/contacts/contacts.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { testCallback } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openCrm, receive } from '#tests/support/crm.ts';
import { readCsv } from '#tests/support/csv.ts';

/** Different times, so that no column can stand for another. */
const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

async function rowsOf(admin: UserContext, list: ExportList) {
  const { status, text } = await call(exportList, { as: admin, params: { list } });
  expect([status, text.slice(0, text.indexOf('\r\n'))]).toEqual([200, exportTables[list].head.join(',')]);
  return readCsv(text);
}

describe('the columns of an export', () => {
  it('show a thread of the inbox', async () => {
    const { ctx, admin } = await openCrm();
    const { threadId } = await receive({ ctx });
    await ctx.data.update(EmailThreads, threadId, {
      ...{ subject: 'Where, "exactly"?', messageCount: 7, unreadCount: 3, openTaskCount: 2, status: 'resolved' },
      ...{ intent: 'return_refund', sentiment: 'negative', urgency: 'high', language: 'uk' },
      ...{ createdAt: at(1), lastMessageAt: at(2), resolvedAt: at(3) },
    });

    expect(await rowsOf(admin, 'threads')).toEqual([
      {
        ...{ id: threadId, status: 'resolved', channel: 'Support', subject: 'Where, "exactly"?' },
        ...{ contactName: 'Anna Bondar', contactEmail: 'anna@mail.test', messages: '7', unread: '3', openTasks: '2' },
        ...{ intent: 'return_refund', sentiment: 'negative', urgency: 'high', language: 'uk' },
        ...{ createdAt: at(1), lastMessageAt: at(2), resolvedAt: at(3) },
      },
    ]);
  });

  it('show a task', async () => {
    const { ctx, admin } = await openCrm();
    const { threadId } = await receive({ ctx });
    const { id } = await createTask(admin, { threadId, title: 'Call; back', taskType: 'call', priority: 'high' });
    await ctx.data.update(EmailTasks, id, {
      ...{ status: 'completed', dueAt: at(1), assigneeId: 'usr_assignee', createdAt: at(2), completedAt: at(3) },
      ...{ completedBy: 'usr_completer' },
    });

    expect(await rowsOf(admin, 'tasks')).toEqual([
      {
        ...{ id, threadId, title: 'Call; back', taskType: 'call', status: 'completed', priority: 'high', dueAt: at(1) },
        ...{ assigneeId: 'usr_assignee', createdBy: admin.user.id, createdAt: at(2), completedAt: at(3) },
        completedBy: 'usr_completer',
      },
    ]);
  });

  it('show a contact', async () => {
    const { ctx, admin } = await openCrm();
    const { contact } = await saveContact(admin, {
      ...{ email: 'anna@mail.test', name: 'Anna', company: 'Mugs & Co', type: 'buyer' },
    });
    await ctx.data.update(EmailContacts, contact.id, {
      ...{ emailStatus: 'bounced', threadCount: 4, messageCount: 9, firstSeenAt: at(1), lastSeenAt: at(2) },
      createdAt: at(3),
    });

    expect(await rowsOf(admin, 'contacts')).toEqual([
      {
        ...{ id: contact.id, email: 'anna@mail.test', name: 'Anna', company: 'Mugs & Co', type: 'buyer' },
        ...{ source: contact.source, emailStatus: 'bounced', threads: '4', messages: '9' },
        ...{ firstSeenAt: at(1), lastSeenAt: at(2), createdAt: at(3) },
      },
    ]);
  });

  it('show a delivery of a notification', async () => {
    const { ctx, admin } = await openCrm();
    const { id: userId } = (await asUser(ctx, { name: 'Olena' })).user;
    const content = { type: 'WALLET', priority: 'high', title: 'News', message: 'Text', source: 'matrix' } as const;
    const { row } = await createNotification(ctx, userId, content);
    const notificationId = row?.id ?? '';
    await ctx.data.create(NotificationDeliveries, 'dlv_one', {
      ...{ notificationId, userId, channel: 'email', provider: 'smtp', registrationId: null, status: 'failed' },
      ...{ reason: 'timeout', attempts: 3, nextAt: at(2), createdAt: at(1), updatedAt: at(3) },
      expiresAt: new Date(ctx.now().getTime() + DAY_MS).toISOString(),
    });

    expect(await rowsOf(admin, 'notifications')).toEqual([
      {
        ...{ id: 'dlv_one', notificationId, userId, userName: 'Olena', type: 'WALLET', priority: 'high' },
        ...{ about: 'matrix', channel: 'email', provider: 'smtp', status: 'failed', reason: 'timeout', attempts: '3' },
        ...{ createdAt: at(1), nextAt: at(2) },
      },
    ]);
  });

  it('show a callback', async () => {
    const { ctx, admin } = await openCrm();
    const row = testCallback({ state: 'poison', tries: 5, dupCount: 2, receivedAt: at(1), updatedAt: at(2) });
    const evidence = { ...row.evidence, status: 'Declined', amountText: '12.50', currency: 'EUR', reasonCode: '1105' };
    await ctx.data.create(Callbacks, 'cbk_one', { ...row, evidence });

    expect(await rowsOf(admin, 'callbacks')).toEqual([
      {
        ...{ id: 'cbk_one', orderReference: 'SOMEBODY-1', state: 'poison', status: 'Declined', amount: '12.50' },
        ...{ currency: 'EUR', reasonCode: '1105', tries: '5', copies: '2', receivedAt: at(1), updatedAt: at(2) },
      },
    ]);
  });
});
