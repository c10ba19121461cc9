import type { PayMethod } from '#components/store/checkout/pay-offers.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';

const isWay = (processor: Rail['processor']): processor is PayMethod =>
  processor === 'cardgw' || processor === 'credit';

/** Returns the available ways to pay a request, in the shop's order of preference, and whether the balance is too low. */
export function payMethods(rails: readonly Rail[]): { readonly open: readonly PayMethod[]; readonly isShort: boolean } {
  return {
    open: rails.flatMap(({ processor, available }) => (available && isWay(processor) ? [processor] : [])),
    isShort: rails.some(({ code }) => code === 'InsufficientCredit'),
  };
}
