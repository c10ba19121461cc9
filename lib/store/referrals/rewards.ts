import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { postEntry } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { changeCredit, creditLane } from '#lib/payments/credit/credit.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { ReferralReward } from '#lib/store/schemas/shoppers/referral.ts';
import type { VoidReason } from '#lib/store/values.ts';
import { ReferralRewards } from './collections.ts';
import { firstPaidOrders, pendingRewards } from './queries.ts';
import { fullReward, isPastReturns, remainingReward, voidReasonOf } from './reward-of.ts';

const SLICE = 100;

/**
 * Writes the reward of a paid order that came by a code, or lowers or voids it after a part or the whole order was
 * refunded or canceled. A reward that was granted stays. Running it again is safe.
 */
export async function settleReward(ctx: Context, { orderId }: { readonly orderId: string }): Promise<void> {
  const order = await ctx.data.get(Orders, orderId);
  if (!order || order.data.paidAt === null) return;
  const isFirst = await isFirstPaid(ctx, order);
  const at = ctx.now().toISOString();
  await ctx.data.tx(async (t) => {
    const [{ data }, reward] = await Promise.all([t.need(Orders, orderId), t.get(ReferralRewards, orderId)]);
    if (reward) return void bringUpToDate(t, reward, data, { isFirst, at });
    if (data.referral === null) return;
    const fullMinor = isFirst ? fullReward(data, ctx.env.STORE_REFERRAL_BPS) : 0;
    const reason = isFirst ? (voidReasonOf(data) ?? (fullMinor === 0 ? 'nothing' : null)) : 'not_first';
    t.create(ReferralRewards, orderId, {
      referrerId: data.referral.referrerId,
      buyerId: data.userId,
      fullMinor,
      amountMinor: reason === null ? remainingReward(data, fullMinor) : 0,
      currency: MAIN_CURRENCY,
      state: reason === null ? 'pending' : 'void',
      reason,
      createdAt: at,
      updatedAt: at,
    });
  });
}

/** Grants a slice of the rewards whose orders can no longer be returned, and voids those whose orders came to nothing. */
export async function grantRewards(ctx: Context, after?: Cursor): Promise<Swept> {
  const cutoff = before(ctx.now(), ctx.env.STORE_RETURN_DAYS * DAY_MS);
  const page = await ctx.data.find(pendingRewards(SLICE, after));
  const orders = await ctx.data.getMany(
    Orders,
    page.rows.map(({ id }) => id),
  );
  let done = 0;
  for (const [at, { id, data }] of page.rows.entries()) {
    const order = orders[at];
    if (!order || !(isPastReturns(order.data, cutoff) || voidReasonOf(order.data) !== null)) continue;
    try {
      const isFirst = await isFirstPaid(ctx, order);
      const granted = await ctx.data.tx((t) => grantOnce(t, id, { isFirst, cutoff, now: ctx.now() }), {
        lane: creditLane(data.referrerId),
      });
      if (!granted) continue;
      done += 1;
      ctx.log('info', 'referral.granted', { orderId: id });
    } catch (error) {
      // The others do not wait for it. The next run tries again.
      ctx.log('error', 'referral.grant_failed', { orderId: id, error });
    }
  }
  return { seen: page.rows.length, done, next: page.next };
}

/** Grants all rewards that are due, slice by slice. */
export async function grantAllRewards(ctx: Context): Promise<Pick<Swept, 'seen' | 'done'>> {
  let [seen, done] = [0, 0];
  let after: Cursor | undefined;
  do {
    const slice = await grantRewards(ctx, after);
    seen += slice.seen;
    done += slice.done;
    after = slice.next ?? undefined;
  } while (after !== undefined);
  return { seen, done };
}

/** Whether no other order of the buyer was paid before this one. */
async function isFirstPaid({ data }: Context, { id, data: { userId } }: Row<Order>): Promise<boolean> {
  const [first] = (await data.find(firstPaidOrders(userId, 1))).rows;
  return first === undefined || first.id === id;
}

type Standing = { readonly isFirst: boolean; readonly at: string };

/** Lowers or voids a pending reward, or reopens it after a cancellation. Returns what is left of it; null when nothing can be granted. */
function bringUpToDate(
  t: Writer,
  { id, data: reward }: Row<ReferralReward>,
  order: Order,
  { isFirst, at }: Standing,
): number | null {
  // Only a cancellation can be taken back.
  if (reward.state !== 'pending' && reward.reason !== 'canceled') return null;
  const amountMinor = remainingReward(order, reward.fullMinor);
  const reason = isFirst ? (voidReasonOf(order) ?? (amountMinor === 0 ? 'nothing' : null)) : 'not_first';
  if (reason !== null) {
    if (reason !== reward.reason) voidReward(t, id, reason, at);
    return null;
  }
  if (amountMinor !== reward.amountMinor || reward.state !== 'pending')
    t.update(ReferralRewards, id, { state: 'pending', reason: null, amountMinor, updatedAt: at });
  return amountMinor;
}

const voidReward = (t: Writer, id: string, reason: VoidReason, at: string): void =>
  t.update(ReferralRewards, id, { state: 'void', reason, amountMinor: 0, updatedAt: at });

type Granting = { readonly isFirst: boolean; readonly cutoff: string; readonly now: Date };

/** Entry, balance, reward and notification are one commit. A second entry of an order would fail it. */
async function grantOnce(t: Tx, orderId: string, { isFirst, cutoff, now }: Granting): Promise<boolean> {
  const [order, reward] = await Promise.all([t.need(Orders, orderId), t.need(ReferralRewards, orderId)]);
  if (reward.data.state !== 'pending') return false;
  const { referrerId, currency } = reward.data;
  const [referrer, account] = await Promise.all([t.get(Users, referrerId), t.get(CreditAccounts, referrerId)]);
  const at = now.toISOString();
  if (!referrer || referrer.data.status === 'deleted') {
    voidReward(t, orderId, 'no_referrer', at);
    return false;
  }
  const amountMinor = bringUpToDate(t, reward, order.data, { isFirst, at });
  // A restricted account may be restored, so its reward waits.
  if (amountMinor === null || referrer.data.status !== 'active' || !isPastReturns(order.data, cutoff)) return false;
  postEntry(t, {
    kind: 'referral',
    subjectId: orderId,
    at,
    note: order.data.number,
    postings: [
      { account: 'platform:referral', amountMinor, currency },
      { account: userCredit(referrerId), amountMinor: -amountMinor, currency },
    ],
  });
  changeCredit(t, { account, userId: referrerId, byMinor: amountMinor, at });
  t.update(ReferralRewards, orderId, { state: 'granted', amountMinor, updatedAt: at });
  promiseNotification(
    t,
    {
      userId: referrerId,
      type: 'WALLET',
      template: 'referral.granted',
      params: { totalMinor: amountMinor, currency, number: order.data.number },
      data: { actionUrl: '/wallet' },
      source: 'referral.granted',
      key: orderId,
    },
    now,
  );
  return true;
}
