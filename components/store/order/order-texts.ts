import type { Texts } from '#lib/i18n/texts.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

/** What the parts of an order say. */
export type OrderTexts = {
  readonly orderActions: Texts<'orderActions'>;
  readonly payWays: Texts<'payWays'>;
  readonly problems: Texts<'problems'>;
};

/**
 * The parts of an order whose shipping is worth a line: those on their way, and while the order is under way also those
 * that are not. A completed order never says "not shipped yet".
 */
export const shownParts = ({ status, parts }: Pick<OrderView, 'status' | 'parts'>): OrderView['parts'] =>
  status === 'new' || status === 'canceled'
    ? []
    : parts.filter(({ shippedAt }) => shippedAt !== null || status !== 'completed');

/** How a buyer is thanked for an order that was just paid: a digital one is completed in the same moment. */
export function thanksFor({
  status,
  payState,
  lines,
}: Pick<OrderView, 'status' | 'payState' | 'lines'>): keyof Pick<Texts<'order'>, 'thanks' | 'thanksDigital'> | null {
  if (status === 'paid') return 'thanks';
  const isDigital = lines.every(({ fulfilment }) => fulfilment === 'digital');
  return status === 'completed' && payState === 'paid' && isDigital ? 'thanksDigital' : null;
}
