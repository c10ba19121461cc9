import { VerificationProcedures } from '#lib/admin/collections.ts';
import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import { notifyOwner } from './notify-owner.ts';
import { planOutcome } from './outcome.ts';
import { overdueQuestions } from './queries.ts';
import { procedureLane, publishTransition, recordTransition } from './record-transition.ts';

const IN_SLICE = 100;

/** The counts of a slice. `next` is where the next slice continues, or null when none is needed. */
export type Worked = Readonly<Record<'seen' | 'done' | 'skipped' | 'failed', number>> & {
  readonly next: Cursor | null;
};

/**
 * Closes one slice of procedures whose question is past due. One that cannot be closed is counted as failed and passed
 * over, so that it does not stop those behind it. The next run tries it again.
 */
export async function expireQuestions(ctx: Context, cursor?: Cursor): Promise<Worked> {
  const now = ctx.now();
  const { rows, next } = await ctx.data.find(overdueQuestions(now.toISOString(), IN_SLICE, cursor));
  const counts = { done: 0, skipped: 0, failed: 0 };
  for (const { id } of rows) {
    try {
      counts[(await expireProcedure(ctx, id, now)) ? 'done' : 'skipped'] += 1;
    } catch (error) {
      ctx.log('error', 'verification.expiry-failed', { procedureNumber: id, error });
      counts.failed += 1;
    }
  }
  return { seen: rows.length, ...counts, next };
}

/** Closes a procedure. Returns false when its question was answered or withdrawn since the query. */
async function expireProcedure(ctx: Context, number: string, now: Date): Promise<boolean> {
  const procedure = await ctx.data.tx(
    async (t) => {
      const before = (await t.need(VerificationProcedures, number)).data;
      if (before.infoDueAt === null || before.infoDueAt > now.toISOString()) return null;
      const outcome = await planOutcome(t, before, { isApproved: false, now });
      outcome(t);
      const after = recordTransition(t, number, before, { action: 'expire', actorId: null, now });
      notifyOwner(t, number, after, 'expired', now);
      auditRow(t, ctx, {
        ...{ action: 'verification.expired', targetType: 'verification', targetId: number, now },
        ...{ before: { status: before.status }, after: { status: after.status } },
      });
      return after;
    },
    { lane: procedureLane(number) },
  );
  if (procedure) await publishTransition(ctx, procedure);
  return procedure !== null;
}
