import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';

type Lined = Pick<Order, 'lines'> & Partial<Pick<Order, 'parts'>>;

/** Returns the units that an order keeps, by product. A refused part gave its units back for good. */
export const unitsPerProduct = ({ lines, parts = [] }: Lined): ReadonlyMap<string, number> =>
  unitsWithout(
    lines,
    parts.filter(({ state }) => state === 'refused'),
  );

/** Returns the units that an order without units holds again, by product. A part that was refunded unsent stays out. */
export const unitsToHoldAgain = ({ lines, parts }: Pick<Order, 'lines' | 'parts'>): ReadonlyMap<string, number> =>
  unitsWithout(
    lines,
    parts.filter((part) => part.state === 'refused' || isRefundedUnsent(part)),
  );

/** Returns whether a part was refunded before it was sent, without having been refused. */
export const isRefundedUnsent = ({ state, refund, shippedAt }: OrderPart): boolean =>
  refund !== null && shippedAt === null && state !== 'refused';

function unitsWithout(lines: Order['lines'], out: readonly OrderPart[]): ReadonlyMap<string, number> {
  const vendors = new Set(out.map(({ vendorId }) => vendorId));
  const units = new Map<string, number>();
  for (const { productId, vendorId, qty } of lines)
    if (productId !== null && !vendors.has(vendorId)) units.set(productId, (units.get(productId) ?? 0) + qty);
  return units;
}
