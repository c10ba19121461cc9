import type { Context } from '#lib/context/context.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import { mailsOfOrder } from '#lib/store/queries.ts';
import type { OrderMail } from '#lib/store/schemas/order-mail.ts';
import { orderMailKinds } from '#lib/store/values.ts';

/** One mail of each kind. Three kinds have as many as the order has sellers, at most one per line. */
const MOST_MAILS = orderMailKinds.length + 3 * MAX_CART_LINES;

/** Lists the mails about an order, oldest first. */
export async function listOrderMails({ data }: Context, orderId: string): Promise<readonly OrderMail[]> {
  const { rows } = await data.find(mailsOfOrder(orderId, MOST_MAILS));
  return rows.map((row) => row.data).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Returns whether each seller of an order was certainly sent the mail about it. */
export function sellersWereNotified(mails: readonly OrderMail[], vendorIds: readonly string[]): boolean {
  const told = new Set(
    mails.flatMap(({ kind, state, vendorId }) => (kind === 'vendor_new_order' && state === 'sent' ? [vendorId] : [])),
  );
  return vendorIds.every((vendorId) => told.has(vendorId));
}
