import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import type { AttemptStatus } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { sizeOf } from '#tests/support/form.ts';
import { cancelOrder, payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { readMoney } from '#tests/support/world.ts';
import { applyPaymentResult } from './apply-result.ts';

const HISTORIES = sizeOf('HISTORIES', { short: 20, long: 200 });

/** The statuses that a payment went through at the gateway, in order. */
const truths = fc.tuple(
  fc.constantFrom([], ['Created'], ['Created', 'InProcessing']),
  fc.constantFrom([], ['Declined'], ['Declined', 'InProcessing', 'Declined']),
  fc.constantFrom(
    ['Pending'],
    ['Expired'],
    ['Approved'],
    ['Approved'],
    ['Expired', 'Approved'],
    ['Approved', 'RefundInProcessing'],
    ['Approved', 'Refunded'],
    ['Approved', 'RefundInProcessing', 'Refunded'],
  ),
);
/** The state of the order on our side before the first callback. */
const sides = fc.constantFrom('waiting', 'paid-otherwise', 'canceled', 'gone');

const ends: Readonly<Record<AttemptStatus, string>> = {
  created: 'open',
  pending: 'open',
  authorized: 'open',
  paid: 'paid',
  declined: 'closed',
  expired: 'closed',
  superseded: 'closed',
  voided: 'returned',
  refunded: 'returned',
  suspicious: 'suspicious',
};

/** Sends these callbacks to a fresh shop and answers its checks with the true state. Returns where everything ended. */
async function endAfter(callbacks: readonly string[], now: string, side: string) {
  const ctx = await payingShopper({ units: { mug: 1 } });
  const order = await placeOrder(ctx);
  const attempt = await startCard(ctx, order.id);
  if (side === 'paid-otherwise') await payByCredit(ctx, order.id);
  if (side === 'canceled' || side === 'gone') await cancelOrder(ctx, order.id);
  if (side === 'gone') await placeOrder(ctx);

  const report = (status: string, source: 'webhook' | 'check') =>
    applyPaymentResult(ctx, attempt.orderReference, saidOf(attempt, status, { source }));
  for (const status of callbacks) {
    const { confirm } = await report(status, 'webhook');
    if (confirm) await report(now, 'check');
  }
  await report(now, 'check');

  const world = await readMoney(ctx.data);
  const { status } = (await ctx.data.need(PaymentTransactions, attempt.orderReference)).data;
  const { status: orderStatus, payState } = (await ctx.data.need(Orders, order.id)).data;
  await ctx.data.close();
  const end = ends[status];
  return { end, balances: balancesOf(world), broken: auditMoney(world), orderStatus, payState };
}

function balancesOf({ postings }: Awaited<ReturnType<typeof readMoney>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { data } of postings) {
    const account = data.account.replace(/^user_credit:.*/, 'user_credit'); // each shop has its own shopper
    sums[account] = (sums[account] ?? 0) + data.amountMinor;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

describe('gateway callbacks', () => {
  it('lead to the same end state in any order and with duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(truths, sides, fc.infiniteStream(fc.nat()), async (parts, side, chance) => {
        const truth = parts.flat();
        const copies = truth.flatMap((status) => Array.from({ length: 1 + draw(chance, 3) }, () => status));
        const shuffled = shuffle(copies, chance);
        const now = truth.at(-1) ?? 'Created';

        const straight = await endAfter(truth, now, side);
        const tangled = await endAfter(shuffled, now, side);

        expect([straight.broken, tangled.broken]).toEqual([[], []]);
        expect(tangled.end, `${shuffled.join()} for ${truth.join()}`).toBe(straight.end);
        expect(tangled.balances).toEqual(straight.balances);
        // A return that arrives before its approval leaves an order that was never paid, not one paid and refunded.
        if (straight.end !== 'returned') expect(tangled).toEqual(straight);
      }),
      { numRuns: HISTORIES },
    );
  });
});

const draw = (chance: fc.Stream<number>, below: number): number => (chance.next().value ?? 0) % below;

function shuffle<T>(items: readonly T[], chance: fc.Stream<number>): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(draw(chance, left.length), 1));
}
