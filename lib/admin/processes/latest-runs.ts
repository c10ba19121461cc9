import type { ProcessRun } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { LATEST_RUNS, lastRunOf } from './process-runner.ts';
import { processes } from './processes.ts';
import type { ProcessId } from './values.ts';

const KEPT_MS = 2 * SECOND_MS;

/**
 * Returns the newest run of each process that has run. Reads at most once in two seconds, however many consoles are
 * open.
 */
export const latestRuns = (ctx: Context): Promise<ReadonlyMap<ProcessId, ProcessRun>> =>
  ctx.memo.get(LATEST_RUNS, KEPT_MS, async () => {
    const found = await Promise.all(
      processes.map(async ({ id }) => {
        const run = await lastRunOf(ctx, id);
        return run ? ([[id, run.data]] as const) : [];
      }),
    );
    return new Map(found.flat());
  });
