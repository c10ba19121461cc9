import { VerificationProcedures } from '#lib/admin/collections.ts';
import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { notifyOwner } from './notify-owner.ts';
import { planOutcome } from './outcome.ts';
import { overdueQuestions } from './queries.ts';
import { procedureLane, publishTransition, recordTransition } from './record-transition.ts';

const IN_SLICE = 100;

/** Closes one slice of procedures whose question is past due. Returns the size of the slice. */
export async function expireQuestions(ctx: Context): Promise<number> {
  const now = ctx.now();
  const { rows } = await ctx.data.find(overdueQuestions(now.toISOString(), IN_SLICE));
  for (const { id } of rows) await expireProcedure(ctx, id, now);
  return rows.length;
}

/** Closes a procedure, unless its question was answered or withdrawn since the query. */
async function expireProcedure(ctx: Context, number: string, now: Date): Promise<void> {
  const procedure = await ctx.data.tx(
    async (t) => {
      const before = (await t.need(VerificationProcedures, number)).data;
      if (before.infoDueAt === null || before.infoDueAt > now.toISOString()) return null;
      const outcome = await planOutcome(t, before, false, now);
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
}
