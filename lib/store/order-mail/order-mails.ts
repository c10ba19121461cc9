import type { Context } from '#lib/context/context.ts';
import { mailsOfOrder } from '#lib/store/queries.ts';
import type { OrderMail } from '#lib/store/schemas/order-mail.ts';
import { MAX_CART_LINES, orderMailKinds } from '#lib/store/values.ts';

/** One of each kind, and of one kind as many as an order has sellers, who are no more than its lines. */
const MOST_MAILS = orderMailKinds.length + MAX_CART_LINES;

/** What was mailed about an order, the first first. */
export async function listOrderMails({ data }: Context, orderId: string): Promise<readonly OrderMail[]> {
  const { rows } = await data.find(mailsOfOrder(orderId, MOST_MAILS));
  return rows.map((row) => row.data).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Whether each seller of an order has surely been sent word of it. */
export function sellersWereTold(mails: readonly OrderMail[], vendorIds: readonly string[]): boolean {
  const told = new Set(mails.flatMap(({ state, vendorId }) => (state === 'sent' ? [vendorId] : [])));
  return vendorIds.every((vendorId) => told.has(vendorId));
}
