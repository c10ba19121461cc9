import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';

type Lines = Order['lines'];
type Lined = Pick<Order, 'lines'> & Partial<Pick<Order, 'parts'>>;

/** Returns the units that an order keeps, by product. A refused part gave its units back for good. */
export const unitsPerProduct = ({ lines, parts = [] }: Lined): ReadonlyMap<string, number> =>
  unitsOf(linesWithout(lines, parts.filter(isRefused)));

/**
 * Returns the units that a canceled order holds again when it is restored, by product: all that it gave back. A refused
 * part and a part that was refunded unsent stay out.
 */
export function unitsToHoldAgain({ lines, parts, stockState }: Pick<Order, 'lines' | 'parts' | 'stockState'>) {
  const kept = stockState === 'sold' ? parts.filter(({ stockReturnedAt }) => stockReturnedAt === null) : [];
  const out = parts.filter((part) => isRefused(part) || isRefundedUnsent(part));
  return unitsOf(linesWithout(lines, [...out, ...kept]));
}

/** Returns whether an order counts as sent, whatever its parts say. */
export const isSentAsWhole = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'shipped' || status === 'completed';

/** Returns the lines whose units an order gives back when it is canceled. What was sent stays sold. */
export const linesUnsent = ({ status, lines, parts }: Pick<Order, 'status' | 'lines' | 'parts'>): Lines =>
  isSentAsWhole({ status })
    ? []
    : linesWithout(
        lines,
        parts.filter(({ shippedAt }) => shippedAt !== null),
      );

/** Returns the parts of an order after the units of some lines have returned, while it keeps others as sold. */
export const partsWithout = ({ parts }: Pick<Order, 'parts'>, returned: Lines, at: string): OrderPart[] => {
  const vendors = new Set(returned.flatMap(({ productId, vendorId }) => (productId === null ? [] : [vendorId])));
  return parts.map((part) =>
    vendors.has(part.vendorId) && !isRefused(part) ? { ...part, stockReturnedAt: part.stockReturnedAt ?? at } : part,
  );
};

/** Returns the parts of an order that holds its units again. What was refunded unsent stays where it is, in stock. */
export const partsHeldAgain = (
  { stockState, stockReturnedAt }: Pick<Order, 'stockState' | 'stockReturnedAt'>,
  parts: readonly OrderPart[],
  at: string,
): OrderPart[] =>
  parts.map((part) => {
    if (isRefused(part)) return part;
    if (!isRefundedUnsent(part)) return { ...part, stockReturnedAt: null };
    // Until now the whole order said where its units are.
    return stockState === 'sold' ? part : { ...part, stockReturnedAt: part.stockReturnedAt ?? stockReturnedAt ?? at };
  });

const isRefused = ({ state }: OrderPart): boolean => state === 'refused';

/** Returns whether a part was refunded before it was sent, without having been refused. */
const isRefundedUnsent = ({ state, refund, shippedAt }: OrderPart): boolean =>
  refund !== null && shippedAt === null && state !== 'refused';

function linesWithout(lines: Lines, parts: readonly OrderPart[]): Lines {
  const vendors = new Set(parts.map(({ vendorId }) => vendorId));
  return lines.filter(({ vendorId }) => !vendors.has(vendorId));
}

function unitsOf(lines: Lines): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { productId, qty } of lines)
    if (productId !== null) units.set(productId, (units.get(productId) ?? 0) + qty);
  return units;
}
