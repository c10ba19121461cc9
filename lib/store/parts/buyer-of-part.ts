import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { Orders } from '#lib/store/collections.ts';
import { getPart } from './vendor-order.ts';

/** Returns the user whom a seller writes to about their part of an order. Throws NotFound without such a part. */
export async function buyerOfPart({ data }: UserContext, vendorId: string, orderId: string): Promise<string> {
  const row = await data.get(Orders, orderId);
  getPart(row, orderId, vendorId);
  if (!row) throw notFound('Order', orderId);
  return row.data.userId;
}
