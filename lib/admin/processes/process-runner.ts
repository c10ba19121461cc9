import { ProcessRuns } from '#lib/admin/collections.ts';
import { MAX_RUNS_KEPT, RUNS_KEPT_DAYS } from '#lib/admin/limits.ts';
import { runsNewestFirst } from '#lib/admin/queries.ts';
import type { ProcessRun, RunCounts } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { newId } from '#lib/core/ids.ts';
import { after, DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { type Lease, withLease } from '#lib/data/locks.ts';
import type { Row } from '#lib/data/store.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { notifyOperators } from './notify-operators.ts';
import type { Process, Slice } from './process.ts';
import type { ProcessRunStatus, RunTrigger } from './values.ts';

const LEASE_MS = MINUTE_MS;
/** Old rows are pruned once in this many runs. */
const PRUNE_EVERY = 20;
/** The memo key of `latestRuns`. It is cleared here when a run ends. */
export const LATEST_RUNS = 'latest-runs';
const nothing: RunCounts = { seen: 0, done: 0, skipped: 0, failed: 0 };

export type RunOptions = {
  readonly trigger: RunTrigger;
  /** No new slice begins after this time. The next run continues from the cursor. */
  readonly deadline?: Date;
  /** Called once the lease is held: another server may have run the process while this one waited. */
  readonly isWanted?: (last: Row<ProcessRun> | undefined) => boolean;
};
export type RunOutcome = { readonly runId: string; readonly status: ProcessRunStatus; readonly counts: RunCounts };

/** Returns the lease under which a process runs. */
export const leaseOf = ({ id }: Pick<Process, 'id'>): string => `process-${id}`;

/** Returns the newest run of a process. */
export async function lastRunOf(ctx: Context, processId: string): Promise<Row<ProcessRun> | undefined> {
  const { rows } = await ctx.data.find(runsNewestFirst(processId, 1));
  return rows[0];
}

/**
 * Runs a process on one server at a time, slice by slice, and records each slice in its row. Returns null and writes
 * no row while another server runs it. A run that died is closed as timed out, and this one continues from its
 * cursor. Errors inside the process are not thrown: the row and the log have them.
 */
export async function runProcess(ctx: Context, process: Process, options: RunOptions): Promise<RunOutcome | null> {
  const lease = await withLease(ctx, leaseOf(process), { leaseMs: LEASE_MS }, async (held) => {
    const last = await lastRunOf(ctx, process.id);
    if (options.isWanted && !options.isWanted(last)) return null;
    if (last?.data.status === 'running') await closeLost(ctx, process, held, last);
    const outcome = await execute(ctx, process, held, await openRun(ctx, process, last, options));
    if (held.fence % PRUNE_EVERY === 0) await prune(ctx, process.id);
    return outcome;
  });
  return lease.held ? lease.value : null;
}

type Running = { readonly id: string; run: ProcessRun; readonly deadline: Date | undefined };

async function openRun(
  ctx: Context,
  { id: processId }: Process,
  last: Row<ProcessRun> | undefined,
  { trigger, deadline }: RunOptions,
): Promise<Running> {
  const at = ctx.now();
  const cursor = last?.data.cursor ?? null;
  const id = newId('run');
  const run: ProcessRun = {
    processId,
    trigger,
    actorId: ctx.user?.id ?? null,
    status: 'running',
    startedAt: at.toISOString(),
    heartbeatAt: at.toISOString(),
    finishedAt: null,
    durationMs: null,
    attempt: cursor === null ? 1 : (last?.data.attempt ?? 0) + 1,
    counts: nothing,
    cursor,
    errorCode: null,
    errorMessage: null,
    expiresAt: after(at, RUNS_KEPT_DAYS * DAY_MS),
  };
  await ctx.data.create(ProcessRuns, id, run);
  return { id, run, deadline };
}

async function execute(ctx: Context, process: Process, lease: Lease, running: Running): Promise<RunOutcome> {
  const facts = { processId: process.id, runId: running.id };
  try {
    do {
      const slice = await process.run(ctx, running.run.cursor);
      await note(ctx, lease, running, sliceNoted(running.run, slice, ctx.now()));
      await fault('process.after_slice');
    } while (running.run.cursor !== null && !isLate(ctx, running));
    await note(ctx, lease, running, ended(running.run, statusAtEnd(running.run), ctx.now()));
    ctx.log('info', 'process.ended', { ...facts, status: running.run.status, ...running.run.counts });
  } catch (error) {
    ctx.log('error', 'process.failed', { ...facts, error });
    const { code, message } = reasonOf(error);
    await note(ctx, lease, running, {
      ...ended(running.run, 'failed', ctx.now()),
      errorCode: code,
      errorMessage: message,
    }).catch((lost: unknown) => ctx.log('error', 'process.unsettled', { ...facts, error: lost }));
  }
  noteFailedRun(ctx, running.run);
  ctx.memo.forget(LATEST_RUNS);
  await publishOverviewChange(ctx, 'processes');
  return { runId: running.id, status: running.run.status, counts: running.run.counts };
}

/** Adds a failed run to the errors that administrators see. */
function noteFailedRun(ctx: Context, { processId, status, errorCode, errorMessage }: ProcessRun): void {
  if (status !== 'failed' && status !== 'timed_out') return;
  const [code, message] = [errorCode ?? status, errorMessage ?? ''];
  ctx.errors.note({ kind: 'process', processId, code, message, userId: null, requestId: ctx.requestId });
}

/** Writes the row while we still hold the lease: a holder that paused must not overwrite its successor. */
async function note(ctx: Context, lease: Lease, running: Running, run: ProcessRun): Promise<void> {
  await ctx.data.tx(async (t) => {
    await lease.assertHeld(t);
    t.set(ProcessRuns, running.id, run);
  });
  running.run = run;
}

const isLate = (ctx: Context, { deadline }: Running): boolean => deadline !== undefined && ctx.now() >= deadline;

function statusAtEnd({ cursor, counts, errorCode }: ProcessRun): ProcessRunStatus {
  if (errorCode !== null) return 'failed';
  return cursor !== null || counts.failed > 0 ? 'partial' : 'succeeded';
}

const sliceNoted = (run: ProcessRun, { counts, cursor, failure }: Slice, at: Date): ProcessRun => ({
  ...run,
  cursor,
  errorCode: failure?.code ?? run.errorCode,
  errorMessage: failure?.message ?? run.errorMessage,
  heartbeatAt: at.toISOString(),
  counts: {
    seen: run.counts.seen + (counts.seen ?? 0),
    done: run.counts.done + (counts.done ?? 0),
    skipped: run.counts.skipped + (counts.skipped ?? 0),
    failed: run.counts.failed + (counts.failed ?? 0),
  },
});

const ended = (run: ProcessRun, status: ProcessRunStatus, at: Date): ProcessRun => ({
  ...run,
  status,
  heartbeatAt: at.toISOString(),
  finishedAt: at.toISOString(),
  durationMs: Math.max(0, at.getTime() - Date.parse(run.startedAt)),
});

/**
 * We hold the lease and this run is marked running, so its process is gone. Superadmins are notified first, so that
 * they hear of it even if this server dies as well. A repeat is the same notification.
 */
async function closeLost(ctx: Context, process: Process, lease: Lease, { id, data }: Row<ProcessRun>): Promise<void> {
  await notifyOfTimeout(ctx, process, id).catch((error: unknown) =>
    ctx.log('warn', 'process.timeout_notice_failed', { processId: process.id, runId: id, error }),
  );
  await note(ctx, lease, { id, run: data, deadline: undefined }, ended(data, 'timed_out', ctx.now()));
  noteFailedRun(ctx, { ...data, status: 'timed_out' });
  ctx.log('warn', 'process.timed_out', { processId: data.processId, runId: id });
}

/** Notifies once for consecutive runs that time out. */
async function notifyOfTimeout(ctx: Context, { id: processId, name }: Process, runId: string): Promise<void> {
  const { rows } = await ctx.data.find(runsNewestFirst(processId, 2));
  if (rows.find(({ id }) => id !== runId)?.data.status === 'timed_out') return;
  const words = { template: 'operator.process_timed_out', params: { process: name } } as const;
  await notifyOperators(ctx, { ...words, actionUrl: '/admin/processes', key: runId });
}

/** Keeps our own messages. Of any other error it keeps only the name, because its text may contain private data. */
function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof AppError) return { code: error.code ?? error.name, message: error.message.slice(0, 300) };
  return { code: error instanceof Error ? error.name : 'Unknown', message: 'See the server log' };
}

/** Keeps the newest rows of a process. The TTL removes the rest of the old ones. */
async function prune(ctx: Context, processId: string): Promise<void> {
  const newest = await ctx.data.find(runsNewestFirst(processId, MAX_RUNS_KEPT));
  if (newest.next === null) return;
  const { rows } = await ctx.data.find(runsNewestFirst(processId, MAX_RUNS_KEPT, newest.next));
  await ctx.data.batch((write) => {
    for (const { id } of rows) write.delete(ProcessRuns, id);
  });
}
