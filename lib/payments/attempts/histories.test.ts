import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { reconcilePayments } from '#lib/payments/cards/reconcile.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { membershipDue, payMembershipByCredit, topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { startAtGateway } from '#tests/support/card.ts';
import type { TestContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { anotherShopper, payingShopper, payOutAll, placeOrder, startAccountCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { readMoney } from '#tests/support/world.ts';
import { applyPaymentResult } from './apply-result.ts';
import { findAttempts } from './ledger.ts';

const HISTORIES = sizeOf('HISTORIES', { short: 100, long: 300 });
const MOST_STEPS = 20;
const TOP_UP_MINOR = 8_000;

type Shopper = TestContext & UserContext;
type Shop = {
  readonly shoppers: readonly [Shopper, Shopper];
  readonly gateway: ReturnType<typeof scriptedGateway>;
  readonly orders: Placed[];
  readonly attempts: LedgerRow[];
};
type Placed = { readonly by: Shopper; readonly id: string };

/** How far back from the latest item: histories that stay with one item go deeper. */
const index = fc.constantFrom(0, 0, 0, 1, 2);
const said = fc.record({
  which: index,
  status: fc.constantFrom(
    'InProcessing',
    'WaitingAuthComplete',
    'Approved',
    'Approved',
    'Approved',
    'Declined',
    'Expired',
    'Refunded',
    'Voided',
    'RefundInProcessing',
    'Nonsense',
  ),
  source: fc.constantFrom('webhook' as const, 'check' as const),
  wrong: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Partial<Evidence>>({}) },
    { weight: 1, arbitrary: fc.constantFrom<Partial<Evidence>>({ amountText: '1.00' }, { currency: 'USD' }) },
  ),
  copies: fc.constantFrom(1, 1, 3),
});
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      who: fc.nat({ max: 1 }),
      product: fc.constantFrom('mug', 'lamp'),
      qty: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom('UAH', 'EUR'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('credit' as const), which: index, copies: fc.constantFrom(1, 2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), which: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('account' as const),
      who: fc.nat({ max: 1 }),
      what: fc.constantFrom('topup' as const, 'topup' as const, 'membership' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const), who: fc.nat({ max: 1 }) }) },
  { weight: 9, arbitrary: said.map((fields) => ({ do: 'say' as const, ...fields })) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      which: index,
      status: fc.constantFrom(
        'canceled' as const,
        'canceled' as const,
        'new' as const,
        'paid' as const,
        'shipped' as const,
        'completed' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), copies: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout' as const), copies: fc.constantFrom(1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reverse' as const), which: index, copies: fc.constantFrom(1, 2) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 45) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      who: fc.nat({ max: 1 }),
      amountMinor: fc.integer({ min: 1, max: 50_000 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const card: Step = { do: 'card', which: 0 };
const says = (status: string, more: { readonly which?: number; readonly wrong?: Partial<Evidence> } = {}): Step =>
  ({ do: 'say', which: 0, status, source: 'check', wrong: {}, copies: 1, ...more }) as Step;
const topUp: Step = { do: 'account', who: 0, what: 'topup' };
/** One short history for each final state of an attempt, so that every state is reached whatever the random ones do. */
const ends: readonly Step[][] = [
  [card, says('Declined'), says('Expired')],
  [card, says('InProcessing'), says('Expired')],
  [card, says('Approved'), says('Refunded')],
  [card, card, says('Approved'), says('Approved', { which: 1 })],
  [card, says('Approved', { wrong: { amountText: '1.00' } })],
  [card, says('Voided')],
  [{ do: 'credit', which: 0, copies: 2 }],
  [card, { do: 'credit', which: 0, copies: 1 }, says('Approved'), { do: 'refund' }],
  [
    { do: 'credit', which: 0, copies: 1 },
    { do: 'move', which: 0, status: 'completed' },
    { do: 'release', copies: 2 },
    { do: 'payout', copies: 2 },
    { do: 'reverse', which: 0, copies: 2 },
  ],
  // A top-up whose credit is spent before its money goes back.
  [topUp, says('Approved'), { do: 'join', who: 0 }, says('Refunded')],
  [topUp, topUp, says('Approved'), says('Approved', { which: 1 })],
  // A membership paid by credit while a card page for it is open. Then that page is paid too.
  [
    { do: 'account', who: 0, what: 'membership' },
    topUp,
    says('Approved'),
    { do: 'join', who: 0 },
    says('Approved', { which: 1 }),
    says('Refunded', { which: 1 }),
  ],
];

async function openShop(): Promise<Shop> {
  const gateway = scriptedGateway();
  const first = await payingShopper({
    units: { mug: 6, lamp: 1 },
    creditMinor: 30_000,
    cardGateway: gateway.gateway,
    vars: { STORE_RETURN_DAYS: '0', PAYMENT_MEMBERSHIP_PRICE_MINOR: '35000' },
  });
  return { shoppers: [first, await anotherShopper(first, 30_000)], gateway, orders: [], attempts: [] };
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list.at(-1 - (which % Math.max(1, list.length)));
const times = (copies: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: copies }, () => refusable(work)));

/** Ignores a refusal. Any other error is a bug and is rethrown. */
async function refusable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

async function take(shop: Shop, taken: Step): Promise<void> {
  const { shoppers, orders, attempts } = shop;
  switch (taken.do) {
    case 'order': {
      const by = shoppers[taken.who === 0 ? 0 : 1];
      return refusable(async () => {
        const { id } = await placeOrder(by, { [taken.product]: taken.qty }, taken.currency);
        orders.push({ by, id });
      });
    }
    case 'credit': {
      const order = pick(orders, taken.which);
      if (order) await times(taken.copies, () => payByCredit(order.by, order.id));
      return;
    }
    case 'card': {
      const order = pick(orders, taken.which);
      if (order) attempts.push(await startAtGateway({ ctx: order.by, gateway: shop.gateway }, { orderId: order.id }));
      return;
    }
    case 'account': {
      const by = shoppers[taken.who === 0 ? 0 : 1];
      return refusable(async () => {
        const due = await (taken.what === 'topup' ? topUpDue(by, TOP_UP_MINOR) : membershipDue(by));
        attempts.push(await startAccountCard(by, due));
      });
    }
    case 'join': {
      const by = shoppers[taken.who === 0 ? 0 : 1];
      return refusable(() => payMembershipByCredit(by));
    }
    case 'say': {
      const attempt = pick(attempts, taken.which);
      const { status, source, wrong } = taken;
      if (attempt)
        await times(taken.copies, () =>
          applyPaymentResult(shoppers[0], attempt.orderReference, saidOf(attempt, status, { source, ...wrong })),
        );
      return;
    }
    case 'move': {
      const order = pick(orders, taken.which);
      if (order) await refusable(() => changeOrderStatus(shoppers[1], order.id, { status: taken.status }));
      return;
    }
    case 'release':
      await times(taken.copies, () => releaseDue(shoppers[0]));
      return;
    case 'payout':
      await times(taken.copies, () => payOutAll(shoppers[1]));
      return;
    case 'reverse': {
      const order = pick(orders, taken.which);
      const last = order && (await findAttempts(shoppers[0].data, order.id)).findLast(({ paidAt }) => paidAt !== null);
      if (last) await times(taken.copies, () => reversePayment(shoppers[1], last.orderReference, 'test'));
      return;
    }
    case 'refund':
      await Promise.all([shoppers[0].drain(), reconcilePayments(shoppers[0])]);
      return;
    case 'wait':
      shoppers[0].clock.advance(taken.minutes * MINUTE_MS);
      await expireOrders(shoppers[0]);
      return;
    case 'grant': {
      const { user } = shoppers[taken.who === 0 ? 0 : 1];
      await grantCredit(shoppers[0], user.id, taken.amountMinor, `grant of ${taken.amountMinor}`);
    }
  }
}

describe('random payment histories', () => {
  it('keep every money invariant after every step', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: MOST_STEPS, size: 'max' }), async (steps) => {
        const shop = await openShop();
        const over = new Set<string>();
        await take(shop, { do: 'order', who: 0, product: 'mug', qty: 1, currency: 'UAH' });
        for (const taken of steps) {
          await take(shop, taken);

          const world = await readMoney(shop.shoppers[0].data);
          expect(auditMoney(world)).toEqual([]);
          for (const { id, data } of world.attempts) {
            if (over.has(id)) expect(data.status).toBe('refunded'); // no replayed statement changes it
            if (data.status === 'refunded') over.add(id);
            for (const settled of world.settlements) reached.add(`settlement ${settled.data.state}`);
            reached.add(`${data.purpose} ${data.processor} ${data.status}${data.excess ? ' in excess' : ''}`);
          }
        }
        await shop.shoppers[0].data.close();
      }),
      { numRuns: HISTORIES, examples: ends.map((steps): [Step[]] => [steps]) },
    );

    // Histories that never reach these states would prove nothing.
    expect([...reached].sort()).toEqual(
      expect.arrayContaining([
        'store_order cardgw declined',
        'store_order cardgw expired',
        'store_order cardgw paid',
        'store_order cardgw paid in excess',
        'store_order cardgw pending',
        'store_order cardgw refunded',
        'store_order cardgw superseded',
        'store_order cardgw suspicious',
        'store_order cardgw voided',
        'store_order credit paid',
        'wallet_topup cardgw paid',
        'wallet_topup cardgw refunded',
        'membership_upgrade cardgw paid in excess',
        'membership_upgrade credit paid',
        'store_order cardgw refunded in excess',
        'store_order credit refunded',
        'settlement paid',
        'settlement payable',
        'settlement reversed',
      ]),
    );
  });
});
