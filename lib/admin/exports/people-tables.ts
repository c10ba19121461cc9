import { z } from 'zod';
import { casesInStatus, itemsOf } from '#lib/admin/moderation/moderation-queue.ts';
import { caseStatuses, reportedTypes } from '#lib/admin/moderation/values.ts';
import type { ModerationCase, ModerationItem } from '#lib/admin/schemas/moderation.ts';
import type { QueueRow } from '#lib/admin/schemas/verification-views.ts';
import { listQueue } from '#lib/admin/verification/queue.ts';
import { procedureKinds } from '#lib/admin/verification/values.ts';
import { aboutWhom, type DeliveryView, listDeliveries } from '#lib/notifications/deliver/deliveries.ts';
import { periods } from '#lib/notifications/schemas/analytics.ts';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { everyPage, exportTable } from './export-table.ts';

export const verification = exportTable({
  query: z.strictObject({ kind: z.enum(procedureKinds).optional() }),
  rows: (ctx, { kind }) =>
    everyPage(async (place) => {
      const page = await listQueue(ctx, { kind, ...place });
      return { rows: page.queue, next: page.nextCursor };
    }),
  columns: {
    procedureNumber: ({ procedureNumber }: QueueRow) => procedureNumber,
    kind: ({ kind }) => kind,
    status: ({ status }) => status,
    subjectType: ({ subjectType }) => subjectType,
    subjectId: ({ subjectId }) => subjectId,
    subjectName: ({ subjectName }) => subjectName,
    attempt: ({ attempt }) => attempt,
    files: ({ evidenceCount }) => evidenceCount,
    claimedBy: ({ claimedBy }) => claimedBy,
    claimedByName: ({ claimedByName }) => claimedByName,
    overdue: ({ overdue }) => overdue,
    submittedAt: ({ submittedAt }) => submittedAt,
    slaDueAt: ({ slaDueAt }) => slaDueAt,
  },
});

type CaseRow = ModerationItem & Pick<ModerationCase, 'isHidden' | 'reason' | 'decidedAt' | 'decidedBy'>;

export const moderation = exportTable({
  query: z.strictObject({ status: z.enum(caseStatuses).optional(), type: z.enum(reportedTypes).optional() }),
  rows: (ctx, { status = 'open', type }) =>
    everyPage(async ({ limit, cursor }) => {
      const { rows, next } = await ctx.data.find(casesInStatus(status, type, limit, cursor));
      const items = await itemsOf(ctx, rows);
      return { rows: rows.map(({ data }, at) => ({ ...data, ...items[at] }) as CaseRow), next }; // one item per row
    }),
  columns: {
    entityType: ({ entityType }: CaseRow) => entityType,
    entityId: ({ entityId }) => entityId,
    ownerId: ({ ownerId }) => ownerId,
    ownerName: ({ ownerName }) => ownerName,
    status: ({ status }) => status,
    isHidden: ({ isHidden }) => isHidden,
    reportCount: ({ reportCount }) => reportCount,
    score: ({ score }) => score,
    title: ({ title }) => title,
    excerpt: ({ excerpt }) => excerpt,
    reason: ({ reason }) => reason,
    decidedBy: ({ decidedBy }) => decidedBy,
    decidedAt: ({ decidedAt }) => decidedAt,
    firstReportedAt: ({ firstReportedAt }) => firstReportedAt,
    lastReportedAt: ({ lastReportedAt }) => lastReportedAt,
  },
});

export const notifications = exportTable({
  query: z.strictObject({
    who: z.string().max(320).optional(),
    channel: z.enum(deliveryChannels).optional(),
    status: z.enum(deliveryStatuses).optional(),
    /** The period of the figures above the list. It filters no row. */
    period: z.enum(periods).optional(),
  }),
  textKeys: ['who'],
  async *rows(ctx, { who, channel, status }) {
    const whom = who === undefined ? {} : await aboutWhom(ctx, who);
    if (whom === null) return;
    yield* everyPage(async (place) => {
      const page = await listDeliveries(ctx, { ...whom, channel, status }, place);
      return { rows: page.deliveries, next: page.nextCursor };
    });
  },
  columns: {
    id: ({ id }: DeliveryView) => id,
    notificationId: ({ notificationId }) => notificationId,
    userId: ({ userId }) => userId,
    userName: ({ userName }) => userName,
    type: ({ told }) => told?.type ?? null,
    priority: ({ told }) => told?.priority ?? null,
    about: ({ told }) => told?.about ?? null,
    channel: ({ channel }) => channel,
    provider: ({ provider }) => provider,
    status: ({ status }) => status,
    reason: ({ reason }) => reason,
    attempts: ({ attempts }) => attempts,
    createdAt: ({ createdAt }) => createdAt,
    nextAt: ({ nextAt }) => nextAt,
  },
});
