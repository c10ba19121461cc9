import { z } from 'zod';
import { listContacts } from '#lib/crm/contacts/contacts.ts';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { listTasks } from '#lib/crm/tasks/tasks.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { listThreads } from '#lib/crm/threads/threads.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import { everyPage, exportTable } from './export-table.ts';

const text = (most: number) => z.string().max(most).optional();

export const threads = exportTable({
  query: z.strictObject({ status: z.enum(threadStatuses).optional(), channel: text(64), q: text(200) }),
  textKeys: ['channel', 'q'],
  rows: (ctx, { status, channel, q }) =>
    everyPage(async (place) => {
      const page = await listThreads(ctx, { status, sourceChannel: channel, q, ...place });
      return { rows: page.threads, next: page.nextCursor };
    }),
  columns: {
    id: ({ id }: EmailThreadRecord) => id,
    status: ({ status }) => status,
    channel: ({ sourceChannelName }) => sourceChannelName,
    subject: ({ subject }) => subject,
    contactName: ({ contact }) => contact.name,
    contactEmail: ({ contact }) => contact.email,
    messages: ({ messageCount }) => messageCount,
    unread: ({ unreadCount }) => unreadCount,
    openTasks: ({ openTaskCount }) => openTaskCount,
    intent: ({ intent }) => intent,
    sentiment: ({ sentiment }) => sentiment,
    urgency: ({ urgency }) => urgency,
    language: ({ language }) => language,
    createdAt: ({ createdAt }) => createdAt,
    lastMessageAt: ({ lastMessageAt }) => lastMessageAt,
    resolvedAt: ({ resolvedAt }) => resolvedAt,
  },
});

export const tasks = exportTable({
  query: z.strictObject({ status: z.enum(taskStatuses).optional() }),
  rows: (ctx, { status }) =>
    everyPage(async (place) => {
      const page = await listTasks(ctx, { status, ...place });
      return { rows: page.tasks, next: page.nextCursor };
    }),
  columns: {
    id: ({ id }: EmailTaskView) => id,
    threadId: ({ threadId }) => threadId,
    title: ({ title }) => title,
    taskType: ({ taskType }) => taskType,
    status: ({ status }) => status,
    priority: ({ priority }) => priority,
    dueAt: ({ dueAt }) => dueAt,
    assigneeId: ({ assigneeId }) => assigneeId,
    createdBy: ({ createdBy }) => createdBy,
    createdAt: ({ createdAt }) => createdAt,
    completedAt: ({ completedAt }) => completedAt,
    completedBy: ({ completedBy }) => completedBy,
  },
});

export const contacts = exportTable({
  query: z.strictObject({ email: text(320), name: text(200), company: text(200), type: text(40) }),
  textKeys: ['email', 'name', 'company', 'type'],
  rows: (ctx, filter) =>
    everyPage(async (place) => {
      const page = await listContacts(ctx, { ...filter, ...place });
      return { rows: page.contacts, next: page.nextCursor };
    }),
  columns: {
    id: ({ id }: EmailContactView) => id,
    email: ({ email }) => email,
    name: ({ name }) => name,
    company: ({ company }) => company,
    type: ({ type }) => type,
    source: ({ source }) => source,
    emailStatus: ({ emailStatus }) => emailStatus,
    threads: ({ threadCount }) => threadCount,
    messages: ({ messageCount }) => messageCount,
    firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
    lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
    createdAt: ({ createdAt }) => createdAt,
  },
});
