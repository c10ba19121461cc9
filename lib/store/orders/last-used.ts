import type { UserContext } from '#lib/context/context.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** The contact and delivery data that a checkout offers to reuse. */
export type LastUsed = Pick<Order['contact'], 'name' | 'phone'> & Omit<Order['delivery'], 'comment'>;

/** Returns the name, phone and address of the buyer's newest order; null before the first one. */
export async function findLastUsed({ data, user }: UserContext): Promise<LastUsed | null> {
  const [row] = (await data.find(ordersNewestFirst({ userId: user.id }, 1))).rows;
  if (!row) return null;
  const { contact, delivery } = row.data;
  const { method, country, city, address, postalCode } = delivery;
  return { name: contact.name, phone: contact.phone, method, country, city, address, postalCode };
}
