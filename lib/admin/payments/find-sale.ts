import { Users } from '#lib/auth/collections.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { findOrderNumber } from '#lib/core/order-number.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { OrderNumbers, Orders } from '#lib/store/collections.ts';

export type FoundSale =
  | { readonly orderId: string }
  | { readonly orderReference: string }
  | { readonly userId: string };

/**
 * Returns what a text names exactly: an order by its number or id, a payment by its reference, or a buyer by id or
 * address. Null when the text is no such key.
 */
export async function findSale({ data }: Context, text: string): Promise<FoundSale | null> {
  const q = text.trim();
  if (q.includes('@')) {
    const buyer = await findUserByEmail(data, q);
    return buyer && { userId: buyer.id };
  }
  if (!ID_PATTERN.test(q)) return null;
  if (await data.get(PaymentTransactions, q)) return { orderReference: q };
  if (q.startsWith(idPrefix('user'))) return (await data.get(Users, q)) ? { userId: q } : null;
  if (q.startsWith(idPrefix('order'))) return (await data.get(Orders, q)) ? { orderId: q } : null;
  const number = findOrderNumber(q);
  const claim = number === null ? undefined : await data.get(OrderNumbers, number);
  return claim ? { orderId: claim.data.orderId } : null;
}
