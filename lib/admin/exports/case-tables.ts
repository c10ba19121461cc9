import { z } from 'zod';
import { casesIn, itemsOf, withoutOwn } from '#lib/admin/moderation/moderation-queue.ts';
import { caseLists, reportedTypes } from '#lib/admin/moderation/values.ts';
import type { ModerationCase, ModerationItem } from '#lib/admin/schemas/moderation.ts';
import type { QueueRow } from '#lib/admin/schemas/verification-views.ts';
import { listQueue } from '#lib/admin/verification/queue.ts';
import { procedureKinds } from '#lib/admin/verification/values.ts';
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
  query: z.strictObject({ status: z.enum(caseLists).optional(), type: z.enum(reportedTypes).optional() }),
  rows: (ctx, { status = 'open', type }) =>
    everyPage(async ({ limit, cursor }) => {
      const { rows: found, next } = await ctx.data.find(casesIn(status, type, limit, cursor));
      const rows = withoutOwn(ctx, found);
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
    appealState: ({ appealState }) => appealState,
    appealedAt: ({ appealedAt }) => appealedAt,
    appeal: ({ appeal }) => appeal?.text ?? null,
    firstReportedAt: ({ firstReportedAt }) => firstReportedAt,
    lastReportedAt: ({ lastReportedAt }) => lastReportedAt,
  },
});
