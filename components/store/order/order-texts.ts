import type { Texts } from '#lib/i18n/texts.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

/** The texts of the order components. */
export type OrderTexts = {
  readonly orderActions: Texts<'orderActions'>;
  readonly payWays: Texts<'payWays'>;
  readonly problems: Texts<'problems'>;
};

/**
 * Returns the text key of the thanks for an order that was just paid. A digital order is completed at the same moment
 * as it is paid.
 */
export function thanksFor({
  status,
  payState,
  lines,
}: Pick<OrderView, 'status' | 'payState' | 'lines'>): keyof Pick<Texts<'order'>, 'thanks' | 'thanksDigital'> | null {
  if (status === 'paid') return 'thanks';
  const isDigital = lines.every(({ fulfilment }) => fulfilment === 'digital');
  return status === 'completed' && payState === 'paid' && isDigital ? 'thanksDigital' : null;
}
