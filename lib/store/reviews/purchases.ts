import type { Reader, Row } from '#lib/data/store.ts';
import { boughtOrders } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';

const ORDERS_AT_ONCE = 50;
/** The newest orders of a person in which a purchase is searched. */
const MOST_ORDERS = 1_000;

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

/** Searches the orders of a person for a product. The writing transaction reads the order again. */
export async function findPurchase(
  reader: Pick<Reader, 'find'>,
  userId: string,
  productId: string,
): Promise<FoundPurchase> {
  let hasBought = false;
  let after: string | undefined;
  for (let seen = 0; seen < MOST_ORDERS; seen += ORDERS_AT_ONCE) {
    const { rows, next } = await reader.find(boughtOrders(userId, ORDERS_AT_ONCE).after(after));
    const order = rows.find(({ data }) => productsBought(data).has(productId));
    if (order) return { orderId: order.id, hasBought: true };
    hasBought ||= rows.some(({ data }) => productsBought(data).size > 0);
    if (next === null) break;
    after = next;
  }
  return { orderId: null, hasBought };
}

/** Returns whether an order that was read again still is a purchase of the product by this person. */
export const isPurchase = (order: Row<Order> | undefined, userId: string, productId: string): order is Row<Order> =>
  order?.data.userId === userId && productsBought(order.data).has(productId);
