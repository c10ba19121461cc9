import { runsNewestFirst } from '#lib/admin/queries.ts';
import type { ProcessRun } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import { dueAt, isLost } from './due-processes.ts';
import { latestRuns } from './latest-runs.ts';
import type { Process } from './process.ts';
import { processesHere } from './processes.ts';

/** This many failed runs in a row are no accident. */
const FAILING = 3;

/** `late`: due more than two intervals ago. `failing`: its last three runs failed. `never`: it has not run yet. */
export type ProcessHealth = 'ok' | 'late' | 'failing' | 'never';

/**
 * A process with its last run and the time since or from which it is due. The time is null where only a person starts
 * it.
 */
export type ProcessStatus = Pick<Process, 'id' | 'name' | 'description'> & {
  readonly last: Pick<ProcessRun, 'status' | 'startedAt' | 'durationMs' | 'counts' | 'errorMessage'> | null;
  readonly nextDueAt: string | null;
  readonly health: ProcessHealth;
  /** The time of its last result. Null for never. Undefined where the last run says it. */
  readonly lastGoodAt: string | null | undefined;
};

/** Lists every process with its last run. Those that failed, died or are late come first. */
export async function listProcesses(ctx: Context): Promise<readonly ProcessStatus[]> {
  const latest = await latestRuns(ctx);
  const statuses = await Promise.all(
    processesHere(ctx).map((process) => statusOf(ctx, process, latest.get(process.id))),
  );
  return [...statuses.filter(isTroubled), ...statuses.filter((status) => !isTroubled(status))];
}

const isTroubled = ({ last, health }: ProcessStatus): boolean =>
  health === 'late' || health === 'failing' || last?.status === 'failed' || last?.status === 'timed_out';

async function statusOf(ctx: Context, process: Process, run: ProcessRun | undefined): Promise<ProcessStatus> {
  const { id, name, description, schedule } = process;
  const due = dueAt(ctx, process, run);
  const lastGoodAt = await process.lastGoodAt?.(ctx);
  if (!run) return { id, name, description, last: null, nextDueAt: due, health: 'never', lastGoodAt };

  const { startedAt, durationMs, counts, errorMessage } = run;
  // The next run closes a run that died. Until then its row is marked running.
  const status = isLost(run, ctx.now()) ? 'timed_out' : run.status;
  const isRunning = status === 'running';
  const nextDueAt =
    isRunning && schedule !== null ? ctx.schedule.nextAfter(schedule, new Date(startedAt)).toISOString() : due;
  const isLate = !isRunning && schedule !== null && due !== null && isLongDue(ctx, schedule, due);
  return {
    ...{ id, name, description, nextDueAt, lastGoodAt },
    last: { status, startedAt, durationMs, counts, errorMessage },
    health: isLate ? 'late' : (await isFailing(ctx, run)) ? 'failing' : 'ok',
  };
}

/** Returns whether its time has come twice more since it was due. */
function isLongDue({ schedule, now }: Pick<Context, 'schedule' | 'now'>, times: string, due: string): boolean {
  const once = schedule.nextAfter(times, new Date(due));
  return schedule.nextAfter(times, once) < now();
}

async function isFailing({ data }: Context, { status, processId }: ProcessRun): Promise<boolean> {
  if (status !== 'failed') return false;
  const { rows } = await data.find(runsNewestFirst(processId, FAILING));
  return rows.length === FAILING && rows.every((row) => row.data.status === 'failed');
}
