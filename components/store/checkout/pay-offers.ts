import type { Rail } from '#lib/payments/schemas/ledger.ts';
import { type CreditOffer, canPay } from './credit-offer.ts';

/** The payment methods a page can offer. */
export type PayMethod = 'cardgw' | 'credit';
export type PayOffer = { readonly way: PayMethod; readonly isOpen: boolean };

type Sum = { readonly totalMinor: number | null; readonly credit: CreditOffer };

/**
 * Returns the payment methods to show, in the shop's order of preference. Cards are left out if the shop does not
 * accept cards. The balance is checked against the current total, which may have changed since the server rendered the
 * page. The total is null until the cart is loaded.
 */
export const payOffers = (rails: readonly Rail[], { totalMinor, credit }: Sum): readonly PayOffer[] =>
  rails.flatMap(({ processor, available, code }): PayOffer[] => {
    if (processor === 'cardgw') return code === 'GatewayNotConfigured' ? [] : [{ way: processor, isOpen: available }];
    return processor === 'credit' ? [{ way: processor, isOpen: canPay(credit, totalMinor ?? 0) }] : [];
  });

/** Returns the chosen method if it is available, else the first available method, else null. */
export function payMethodOf(offers: readonly PayOffer[], chosen: PayMethod | null): PayMethod | null {
  const open = offers.filter(({ isOpen }) => isOpen);
  return (open.find(({ way }) => way === chosen) ?? open[0])?.way ?? null;
}
