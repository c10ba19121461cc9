import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart, OrderPartView } from '#lib/store/schemas/order-part.ts';

type Priced = Pick<Order, 'lines' | 'charges'>;

/** Returns the price of a vendor's part: its lines and its shipping. */
export const amountOfPart = ({ lines, charges }: Priced, vendorId: string): number =>
  [...lines, ...charges].reduce((sum, priced) => (isOf(priced, vendorId) ? sum + minorOf(priced) : sum), 0);

type PricedItem = Order['lines'][number] | Order['charges'][number];
const isOf = (priced: PricedItem, vendorId: string): boolean => priced.vendorId === vendorId;
const minorOf = (priced: PricedItem): number => ('totalMinor' in priced ? priced.totalMinor : priced.amountMinor);

/** Returns a part as its buyer and its vendor see it. */
export function toPartView(order: Priced, part: OrderPart, vendorNames: ReadonlyMap<string, string>): OrderPartView {
  const { stockReturnedAt: _kept, ...shown } = part;
  return {
    ...shown,
    vendorName: vendorNames.get(part.vendorId) ?? '',
    amountMinor: amountOfPart(order, part.vendorId),
  };
}

/** Returns the amount that the buyer has back: the whole order, or some of its parts. */
export const refundedOf = ({
  payState,
  totalMinor,
  parts,
}: Pick<Order, 'payState' | 'totalMinor' | 'parts'>): number =>
  payState === 'refunded'
    ? totalMinor
    : parts.reduce((sum, { refund }) => (refund?.state === 'done' ? sum + refund.amountMinor : sum), 0);
