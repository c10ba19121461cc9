import { casesOfWith, casesWithOpenAppeal, openCases } from '#lib/admin/moderation/moderation-queue.ts';
import { countDeadEffects } from '#lib/admin/processes/dead-effects.ts';
import { latestRuns } from '#lib/admin/processes/latest-runs.ts';
import { processesHere } from '#lib/admin/processes/processes.ts';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { openProcedures } from '#lib/admin/verification/queries.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { countInbox, countUnknownSends } from '#lib/crm/threads/inbox-counts.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { countAttention } from '#lib/payments/alerts/attention.ts';

const CACHED_MS = 2 * SECOND_MS;
const most = MOST_COUNTED + 1;

/**
 * Counts the items that wait for the reader in each part of the console. A case about themselves or what is theirs
 * waits for others. Counts at most once in two seconds, however many consoles are open.
 */
export async function countOverview(ctx: UserContext): Promise<OverviewCounts> {
  const [all, own] = await Promise.all([countAll(ctx), countOwn(ctx)]);
  return {
    ...all,
    moderation: without(own.moderation, all.moderation),
    appeals: without(own.appeals, all.appeals),
  };
}

/** Leaves out what is the reader's own. The count that stands for "so many or more" stays. */
const without = (own: number, all: number): number => (all >= most ? all : Math.max(0, all - own));

const countOwn = (ctx: UserContext) =>
  ctx.memo.get(`overview-own:${ctx.user.id}`, CACHED_MS, async () => {
    const [open, blocked] = await Promise.all([
      ctx.data.count(casesOfWith(ctx.user.id, 'open', most)),
      ctx.data.find(casesOfWith(ctx.user.id, 'blocked', most)),
    ]);
    return { moderation: open, appeals: blocked.rows.filter(({ data }) => data.appealState === 'open').length };
  });

const countAll = (ctx: Context): Promise<OverviewCounts> =>
  ctx.memo.get('overview-counts', CACHED_MS, async () => {
    const [inbox, unknownSends, moderation, appeals, verification, money, dead] = await Promise.all([
      countInbox(ctx),
      countUnknownSends(ctx),
      ctx.data.count(openCases(undefined, most)),
      ctx.data.count(casesWithOpenAppeal(undefined, most)),
      ctx.data.count(openProcedures(undefined, most)),
      countAttention(ctx, most),
      countDeadEffects(ctx, most),
    ]);
    return {
      newThreads: inbox.new,
      drafts: inbox.drafts,
      unknownSends,
      overdueTasks: inbox.overdueTasks,
      deadLetters: inbox.deadLetters,
      moderation,
      appeals,
      verification,
      money,
      deadEffects: dead.common + dead.push + dead.model,
    };
  });

export type FailedProcess = { readonly id: string; readonly name: string };

/** Returns the processes whose latest run has failed, with their English names. */
export async function failedProcesses(ctx: Context): Promise<readonly FailedProcess[]> {
  const latest = await latestRuns(ctx);
  return processesHere(ctx)
    .filter(({ id }) => latest.get(id)?.status === 'failed')
    .map(({ id, name }) => ({ id, name }));
}
