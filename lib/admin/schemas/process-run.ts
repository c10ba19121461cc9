import { z } from 'zod';
import { processRunStatuses, runTriggers } from '#lib/admin/processes/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const count = z.int().nonnegative();

/** The counts of a run. */
export const runCounts = z.object({ seen: count, done: count, skipped: count, failed: count });
export type RunCounts = z.infer<typeof runCounts>;

/** One execution of a process. */
export const processRun = z.object({
  processId: z.string(),
  trigger: z.enum(runTriggers),
  actorId: idText.nullable(),
  status: z.enum(processRunStatuses),
  startedAt: isoTime,
  heartbeatAt: isoTime,
  finishedAt: isoTime.nullable(),
  durationMs: count.nullable(),
  /** Counts the runs that continued from the same cursor. */
  attempt: z.int().positive(),
  counts: runCounts,
  /** Where the next run continues. Null when nothing is left over. */
  cursor: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  expiresAt: isoTime,
});
export type ProcessRun = z.infer<typeof processRun>;

/** The response to a tick: the runs, and how many due processes it had no time for. */
export const tickReport = z
  .object({
    success: z.boolean(),
    ran: z.array(z.object({ processId: z.string(), runId: idText, status: z.enum(processRunStatuses) })),
    remaining: count,
  })
  .meta({ id: 'TickReport' });
export type TickReport = z.infer<typeof tickReport>;
