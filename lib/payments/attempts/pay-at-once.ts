import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { amountText } from '#lib/core/money.ts';
import type { Tx, Writer } from '#lib/data/store.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { Payable } from '#lib/payments/ports.ts';
import type { Evidence, LedgerRow, ProcessorPayload } from '#lib/payments/schemas/ledger.ts';
import type { Purpose } from '#lib/payments/values.ts';
import { afterCommit } from './apply-result.ts';
import { nextOf } from './attempt-states.ts';
import { attemptsOf, handlerOf, newAttempt, orderLane, supersede } from './ledger.ts';
import { type Applied, byOf, readTransition, writeTransition } from './transitions.ts';

/** A payable: how its purpose finds it, and the lane that its payments pass through. */
export type Due = {
  readonly purpose: Purpose;
  readonly lane: string;
  /**
   * Returns the payable with its earlier attempts, oldest first. Throws the purpose's own errors in their order.
   * Reads only.
   */
  readonly find: (t: Tx) => Promise<{ readonly payable: Payable; readonly attempts: readonly LedgerRow[] }>;
};

/**
 * Returns an order to be paid, after releasing expired holds that would block it. `assertPayable` throws the errors
 * of its rail.
 */
export async function orderDue(ctx: Context, orderId: string, assertPayable: (payable: Payable) => void): Promise<Due> {
  const handler = handlerOf(ctx, 'store_order');
  await handler.makeWay?.(ctx, orderId);
  return {
    purpose: 'store_order',
    lane: orderLane(orderId),
    find: async (t) => {
      const payable = await handler.find(t, orderId);
      if (!payable) throw notFound('Order', orderId);
      assertPayable(payable);
      return { payable, attempts: await attemptsOf(t, payable) };
    },
  };
}

/**
 * Returns an own order that its buyer wants to pay. Throws PaymentUnderReview while a person has to look into one of
 * its payments (decisions/0025).
 */
export const ownOrderDue = (ctx: UserContext, orderId: string): Promise<Due> =>
  orderDue(ctx, orderId, (payable) => {
    if (payable.userId !== ctx.user.id) throw notFound('Order', orderId);
    assertOpen(payable);
    if (payable.payState === 'suspicious')
      throw conflict(`A payment of order ${orderId} is under review`, { code: 'PaymentUnderReview' });
  });

/** A processor of our own, whose result is final at once. */
type AtOnce = {
  readonly processor: 'credit' | 'manual';
  readonly payload: ProcessorPayload;
  /** Lanes to pass through besides that of the payable. */
  readonly lanes: readonly string[];
  /** Throws when this rail cannot pay. Reads only. */
  readonly assertPayable?: (t: Tx, payable: Payable) => Promise<void>;
  /** Writes of the caller that commit or fail with the payment, such as its audit row. */
  readonly also?: (t: Writer) => void;
};

/**
 * Creates an attempt and pays it in one transaction: attempt, money, payable and settlements, all or none. Of two
 * concurrent calls one pays; the other finds a paid payable. Earlier open attempts are superseded.
 */
export async function payAtOnce(ctx: Context, { purpose, lane, find }: Due, rail: AtOnce): Promise<Applied> {
  const { processor, payload, lanes, assertPayable, also } = rail;
  const by = byOf(ctx);
  const claimId = newId('run');
  let earlier: Applied | null = null;
  const applied = await ctx.data.tx(
    async (t) => {
      // Firestore may repeat an applied commit. This callback then finds the payment of its earlier run.
      const own: Applied | null = earlier && (await storedOf(t, earlier, claimId));
      if (own) return own;
      const { payable, attempts } = await find(t);
      await assertPayable?.(t, payable);

      const n = (attempts.at(-1)?.n ?? 0) + 1;
      const row = { ...newAttempt(payable, { purpose, processor, n, at: by.at }), claimId };
      const moving = await readTransition(t, ctx, { row, from: null, at: by.at });
      const evidence = approvalOf(row, payload);
      const next = nextOf(row, evidence);
      if (next.kind !== 'move' || next.status !== 'paid') throw new Error(`${row.orderReference} cannot be paid`);

      const done = writeTransition(t, { ...moving, others: supersede(t, attempts, by.at) }, next, { evidence, by });
      if (done.row.excess) throw notHeld(payable.id);
      also?.(t);
      earlier = done;
      return done;
    },
    { lane: [lane, ...lanes] },
  );
  await afterCommit(ctx, applied);
  return applied;
}

/** Returns the result of an earlier run if the store has its attempt. Another call may have used the same reference. */
async function storedOf(t: Tx, earlier: Applied, claimId: string): Promise<Applied | null> {
  const stored = await t.get(PaymentTransactions, earlier.row.orderReference);
  return stored?.data.claimId === claimId ? { ...earlier, row: stored.data } : null;
}

/** Throws when a payable is already paid, is canceled or is out of stock. */
export function assertOpen({ id, standing }: Payable): void {
  switch (standing) {
    case 'open':
      return;
    case 'paid':
      throw conflict(`${id} is already paid`, { code: 'AlreadyPaid' });
    case 'canceled':
      throw conflict(`${id} is canceled`, { code: 'OrderCanceled' });
    case 'short':
      throw notHeld(id);
  }
}

const notHeld = (orderId: string) =>
  conflict(`The products of order ${orderId} are no longer held and cannot be held again`, {
    code: 'InsufficientStock',
    details: { orderId },
  });

/** Returns our own statement that the full amount has arrived. */
const approvalOf = (row: LedgerRow, payload: ProcessorPayload): Evidence => ({
  source: row.processor === 'credit' ? 'credit' : 'manual',
  status: 'Approved',
  amountText: amountText(row.amountMinor, row.currency),
  currency: row.currency,
  merchantAccount: null,
  reasonCode: null,
  inboxId: null,
  payload,
});
