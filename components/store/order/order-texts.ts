import type { Texts } from '#lib/i18n/texts.ts';
import { isPaidBack } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

/** The texts of the order components. */
export type OrderTexts = {
  readonly orderActions: Texts<'orderActions'>;
  readonly payWays: Texts<'payWays'>;
  readonly problems: Texts<'problems'>;
};

type Thanked = Pick<OrderView, 'status' | 'payState' | 'lines'> & {
  readonly parts: readonly Pick<OrderView['parts'][number], 'state' | 'refund'>[];
};

/**
 * Returns the text key of the thanks for an order that was just paid. A digital order completes at the moment of payment.
 * An order with a canceled part has its own text, because sellers prepare only the rest.
 */
export function thanksFor({
  status,
  payState,
  lines,
  parts,
}: Thanked): keyof Pick<Texts<'order'>, 'thanks' | 'thanksPartly' | 'thanksDigital'> | null {
  if (status === 'paid')
    return parts.some((part) => part.state === 'refused' || isPaidBack(part)) ? 'thanksPartly' : 'thanks';
  const isDigital = lines.every(({ fulfilment }) => fulfilment === 'digital');
  return status === 'completed' && payState === 'paid' && isDigital ? 'thanksDigital' : null;
}
