import type { Context } from '#lib/context/context.ts';
import { drainCallbacks } from '#lib/payments/cards/receive-callback.ts';
import { type Reconciled, reconcilePayments } from '#lib/payments/cards/reconcile.ts';
import { numberDocuments } from '#lib/store/orders/order-document.ts';
import { compactSold } from '#lib/store/stock/compaction.ts';

/** Does the work of the shop worker: removes sold units from the stock rows and numbers documents. */
export async function workOff(ctx: Context): Promise<void> {
  await compactSold(ctx);
  await numberDocuments(ctx);
}

/** Runs one turn of all background work on payments: outbox, shop worker, pending callbacks, due status checks. */
export async function followUp(ctx: Context): Promise<void> {
  await ctx.drain();
  await workOff(ctx);
  let owed = await drainCallbacks(ctx);
  while (owed.next !== null) owed = await drainCallbacks(ctx, owed.next);
  let round: Reconciled;
  do round = await reconcilePayments(ctx);
  while (round.hasMore);
}
