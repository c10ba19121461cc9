import type { ProcessRun, TickReport } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import { after, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { lostOwner } from '#lib/data/locks.ts';
import type { Row } from '#lib/data/store.ts';
import type { Process } from './process.ts';
import { lastRunOf, leaseOf, runProcess } from './process-runner.ts';
import { processesHere } from './processes.ts';
import type { RunTrigger } from './values.ts';

const BUDGET_MS = 50 * SECOND_MS;
/** A run without a heartbeat for this long has died. */
const SILENT_MS = MINUTE_MS;

type Tick = { readonly trigger: RunTrigger; readonly budgetMs?: number; readonly among?: readonly Process[] };

/**
 * Runs every due process, one after the other, within the budget. Any number of servers may do so concurrently: each
 * process runs in one of them. A process locked by another server leaves no trace here.
 */
export async function runDue(
  ctx: Context,
  { trigger, budgetMs = BUDGET_MS, among = processesHere(ctx) }: Tick,
): Promise<TickReport> {
  const deadline = new Date(ctx.now().getTime() + budgetMs);
  const due = await dueOf(ctx, among);
  const ran: TickReport['ran'] = [];
  let begun = 0;
  for (const { process, lostRun } of due) {
    if (ctx.now() >= deadline) break;
    begun += 1;
    const isWanted = (last: Row<ProcessRun> | undefined) =>
      isDue(ctx, process, last) || (lostRun !== null && last?.id === lostRun);
    const outcome = await runProcess(ctx, process, { trigger, deadline, isWanted });
    if (outcome) ran.push({ processId: process.id, runId: outcome.runId, status: outcome.status });
  }
  return { success: ran.every(({ status }) => status !== 'failed'), ran, remaining: due.length - begun };
}

/** `lostRun`: a run whose process has certainly died. */
type Due = { readonly process: Process; readonly lostRun: string | null };

async function dueOf(ctx: Context, among: readonly Process[]): Promise<readonly Due[]> {
  const scheduled = among.filter(({ schedule }) => schedule !== null);
  const due = await Promise.all(
    scheduled.map(async (process) => {
      const last = await lastRunOf(ctx, process.id);
      const isLate = last?.data.status === 'running' && (await lostOwner(ctx, leaseOf(process))) !== null;
      return isLate || isDue(ctx, process, last) ? { process, lostRun: isLate ? last.id : null } : null;
    }),
  );
  return due.filter((process) => process !== null);
}

/** Returns whether a process is due: it never ran, its time has come, or its last run died or left work over. */
export function isDue(
  ctx: Pick<Context, 'schedule' | 'now'>,
  process: Pick<Process, 'schedule'>,
  last: Row<ProcessRun> | undefined,
): boolean {
  const due = dueAt(ctx, process, last?.data);
  return due !== null && due <= ctx.now().toISOString();
}

/** Returns since when or from when a process is due. Null where only a person starts it. */
export function dueAt(
  { schedule, now }: Pick<Context, 'schedule' | 'now'>,
  process: Pick<Process, 'schedule'>,
  last: ProcessRun | undefined,
): string | null {
  if (process.schedule === null) return null;
  if (!last) return now().toISOString();
  const { status, heartbeatAt, startedAt, cursor } = last;
  switch (status) {
    case 'running':
      return silentFrom(heartbeatAt);
    case 'timed_out':
    case 'partial':
      if (cursor !== null) return startedAt;
      break;
    case 'succeeded':
    case 'failed':
      break;
  }
  return schedule.nextAfter(process.schedule, new Date(startedAt)).toISOString();
}

/** Returns whether a run is marked running but its heartbeat is so old that it has died. */
export const isLost = ({ status, heartbeatAt }: Pick<ProcessRun, 'status' | 'heartbeatAt'>, now: Date): boolean =>
  status === 'running' && silentFrom(heartbeatAt) <= now.toISOString();

const silentFrom = (heartbeatAt: string): string => after(new Date(heartbeatAt), SILENT_MS);
