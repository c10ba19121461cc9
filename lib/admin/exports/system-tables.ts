import { z } from 'zod';
import { actFilterOf, actsQuery } from '#lib/admin/audit/act-filter.ts';
import { processIds } from '#lib/admin/processes/values.ts';
import { runsNewestFirst } from '#lib/admin/queries.ts';
import type { ProcessRun } from '#lib/admin/schemas/process-run.ts';
import { type Act, everyAct } from '#lib/audit/list-acts.ts';
import type { Row } from '#lib/data/store.ts';
import { everyPage, exportTable } from './export-table.ts';

const factsText = (facts: Act['before']): string | null => (facts === null ? null : JSON.stringify(facts));

export const audit = exportTable({
  query: actsQuery,
  textKeys: ['actor', 'target', 'action'],
  async resolve(ctx, query) {
    const { filter } = await actFilterOf(ctx, query);
    return filter?.actorId === undefined ? query : { ...query, actor: filter.actorId };
  },
  async *rows(ctx, query) {
    const { filter } = await actFilterOf(ctx, query);
    if (filter) yield* everyAct(ctx, filter);
  },
  columns: {
    id: ({ id }: Act) => id,
    at: ({ at }) => at,
    actorId: ({ actorId }) => actorId,
    actorRole: ({ actorRole }) => actorRole,
    via: ({ via }) => via,
    action: ({ action }) => action,
    result: ({ result }) => result,
    targetType: ({ targetType }) => targetType,
    targetId: ({ targetId }) => targetId,
    before: ({ before }) => factsText(before),
    after: ({ after }) => factsText(after),
    reason: ({ reason }) => reason,
    requestId: ({ requestId }) => requestId,
    device: ({ device }) => device,
  },
});

export const runs = exportTable({
  query: z.strictObject({ process: z.enum(processIds).optional() }),
  async *rows({ data }, { process }) {
    for (const id of process ? [process] : processIds)
      yield* everyPage(({ limit, cursor }) => data.find(runsNewestFirst(id, limit, cursor)));
  },
  columns: {
    id: ({ id }: Row<ProcessRun>) => id,
    processId: ({ data }) => data.processId,
    trigger: ({ data }) => data.trigger,
    actorId: ({ data }) => data.actorId,
    status: ({ data }) => data.status,
    attempt: ({ data }) => data.attempt,
    seen: ({ data }) => data.counts.seen,
    done: ({ data }) => data.counts.done,
    skipped: ({ data }) => data.counts.skipped,
    failed: ({ data }) => data.counts.failed,
    errorCode: ({ data }) => data.errorCode,
    errorMessage: ({ data }) => data.errorMessage,
    startedAt: ({ data }) => data.startedAt,
    finishedAt: ({ data }) => data.finishedAt,
    durationMs: ({ data }) => data.durationMs,
  },
});
