import type { Context } from '#lib/core/context.ts';
import { lastRunOf } from './process-runner.ts';
import { type Process, processes } from './processes.ts';
import type { ProcessRun } from './schemas/process-run.ts';

/** A process, how its last run went, and when it is due again; null where nothing is. */
export type ProcessStand = Pick<Process, 'id' | 'name' | 'description'> & {
  readonly last: Pick<ProcessRun, 'status' | 'startedAt' | 'durationMs' | 'counts' | 'errorMessage'> | null;
  readonly nextAt: string | null;
};

/** Every process with its last run, those that failed first. */
export async function listProcesses(ctx: Context): Promise<readonly ProcessStand[]> {
  const now = ctx.now();
  const runs = await Promise.all(processes.map(({ id }) => lastRunOf(ctx, id)));
  const stands = processes.map(({ id, name, description, schedule }, at): ProcessStand => {
    const run = runs[at]?.data;
    return {
      ...{ id, name, description },
      last: run
        ? {
            status: run.status,
            startedAt: run.startedAt,
            durationMs: run.durationMs,
            counts: run.counts,
            errorMessage: run.errorMessage,
          }
        : null,
      nextAt: schedule === null ? null : ctx.schedule.nextAfter(schedule, now).toISOString(),
    };
  });
  const isFailed = ({ last }: ProcessStand) => last?.status === 'failed';
  return [...stands.filter(isFailed), ...stands.filter((one) => !isFailed(one))];
}
