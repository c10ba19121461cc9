import type { Reader, Row } from '#lib/data/store.ts';
import { boughtOrders } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';

const ORDERS_AT_ONCE = 50;
/** The newest orders of a person in which a purchase is searched. An older one that a review names already still counts. */
const MOST_ORDERS = 200;

type Bought = Pick<Order, 'paidAt' | 'status' | 'payState' | 'parts' | 'lines'>;

/** Returns the products that an order counts as bought: it is paid, and neither it nor their part was taken back. */
export function productsBought({ paidAt, status, payState, parts, lines }: Bought): ReadonlySet<string> {
  if (paidAt === null || status === 'new' || status === 'canceled' || payState === 'refunded') return new Set();
  const takenBack = new Set(
    parts.filter(({ state, refund }) => state === 'refused' || refund !== null).map(({ vendorId }) => vendorId),
  );
  return new Set(
    lines.flatMap(({ productId, vendorId }) => (productId === null || takenBack.has(vendorId) ? [] : [productId])),
  );
}

/** A person's purchases, as a review needs them. */
export type FoundPurchase = {
  /** The newest order with this very product. */
  readonly orderId: string | null;
  /** Whether the person has bought anything. */
  readonly hasBought: boolean;
};

/** Searches the newest orders of a person for a product. The writing transaction reads the order again. */
export async function findPurchase(
  reader: Pick<Reader, 'find'>,
  userId: string,
  productId: string,
): Promise<FoundPurchase> {
  const { orderIds, hasBought } = await findPurchases(reader, userId, [productId]);
  return { orderId: orderIds.get(productId) ?? null, hasBought };
}

/** Searches the newest orders of a person once for several products, and returns the newest order of each. */
export async function findPurchases(
  reader: Pick<Reader, 'find'>,
  userId: string,
  productIds: readonly string[],
): Promise<{ readonly orderIds: ReadonlyMap<string, string>; readonly hasBought: boolean }> {
  const orderIds = new Map<string, string>();
  const wanted = new Set(productIds);
  let hasBought = false;
  let after: string | undefined;
  for (let seen = 0; seen < MOST_ORDERS && wanted.size > 0; seen += ORDERS_AT_ONCE) {
    const { rows, next } = await reader.find(boughtOrders(userId, ORDERS_AT_ONCE).after(after));
    for (const { id, data } of rows) {
      const bought = productsBought(data);
      hasBought ||= bought.size > 0;
      for (const productId of bought) if (wanted.delete(productId)) orderIds.set(productId, id);
    }
    if (next === null) break;
    after = next;
  }
  return { orderIds, hasBought };
}

/** Returns whether an order that was read again still is a purchase of the product by this person. */
export const isPurchase = (order: Row<Order> | undefined, userId: string, productId: string): order is Row<Order> =>
  order?.data.userId === userId && productsBought(order.data).has(productId);
