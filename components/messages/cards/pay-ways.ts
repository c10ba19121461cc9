import type { PayWay } from '#components/store/checkout/pay-offers.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';

const isWay = (processor: Rail['processor']): processor is PayWay => processor === 'cardgw' || processor === 'credit';

/** The ways a request can be paid just now, the one the shop prefers first, and whether only the balance is too low. */
export function payWays(rails: readonly Rail[]): { readonly open: readonly PayWay[]; readonly isShort: boolean } {
  return {
    open: rails.flatMap(({ processor, available }) => (available && isWay(processor) ? [processor] : [])),
    isShort: rails.some(({ code }) => code === 'InsufficientCredit'),
  };
}
