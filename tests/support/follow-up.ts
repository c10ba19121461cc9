import type { Context } from '#lib/context/context.ts';
import { drainInbox } from '#lib/payments/cards/receive-callback.ts';
import { type Reconciled, reconcilePayments } from '#lib/payments/cards/reconcile.ts';

/** One turn of everything that goes on by itself with payments: promised effects, callbacks owed, questions due. */
export async function followUp(ctx: Context): Promise<void> {
  await ctx.drain();
  let owed = await drainInbox(ctx);
  while (owed.next !== null) owed = await drainInbox(ctx, owed.next);
  let round: Reconciled;
  do round = await reconcilePayments(ctx);
  while (round.hasMore);
}
