import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** Brings the reward of an order up to date with it. */
export const referralRewardTopic = topic('referral.reward', z.object({ orderId: idText }), { coalesce: true });

/** Promises that in the commit of every change of an order that came by a code, from its payment on. */
export function promiseReward(
  t: Writer,
  orderId: string,
  { referral, paidAt }: Pick<Order, 'referral' | 'paidAt'>,
  now: Date,
): void {
  if (referral !== null && paidAt !== null) enqueue(t, referralRewardTopic, { orderId }, { now, key: orderId });
}
