import type { Context } from '#lib/context/context.ts';
import { drainInbox } from '#lib/payments/cards/receive-callback.ts';
import { type Reconciled, reconcilePayments } from '#lib/payments/cards/reconcile.ts';
import { numberDocuments } from '#lib/store/orders/order-document.ts';
import { compactSold } from '#lib/store/stock/compaction.ts';

/** What the worker of the shop does by itself: sold units leave the shelf, and documents get their numbers. */
export async function workOff(ctx: Context): Promise<void> {
  await compactSold(ctx);
  await numberDocuments(ctx);
}

/**
 * One turn of everything that goes on by itself with payments: promised effects, what the worker of the shop does, callbacks
 * owed, questions due.
 */
export async function followUp(ctx: Context): Promise<void> {
  await ctx.drain();
  await workOff(ctx);
  let owed = await drainInbox(ctx);
  while (owed.next !== null) owed = await drainInbox(ctx, owed.next);
  let round: Reconciled;
  do round = await reconcilePayments(ctx);
  while (round.hasMore);
}
