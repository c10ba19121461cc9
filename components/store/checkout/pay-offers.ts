import type { Rail } from '#lib/payments/schemas/ledger.ts';
import { type CreditOffer, canPay } from './credit-offer.ts';

/** The ways to pay a page can offer. */
export type PayWay = 'cardgw' | 'credit';
export type PayOffer = { readonly way: PayWay; readonly isOpen: boolean };

type Sum = { readonly totalMinor: number | null; readonly credit: CreditOffer };

/**
 * The ways to pay as they are shown, the one the shop prefers first. Cards are not spoken of where the shop takes none;
 * the balance is reckoned for the sum at hand, which can have changed since the server looked, and is null until the cart is
 * there.
 */
export const payOffers = (rails: readonly Rail[], { totalMinor, credit }: Sum): readonly PayOffer[] =>
  rails.flatMap(({ processor, available, code }): PayOffer[] => {
    if (processor === 'cardgw') return code === 'GatewayNotConfigured' ? [] : [{ way: processor, isOpen: available }];
    return processor === 'credit' ? [{ way: processor, isOpen: canPay(credit, totalMinor ?? 0) }] : [];
  });

/** The way that was chosen, as long as it is open; else the first that is, and null where none is. */
export function wayOf(offers: readonly PayOffer[], chosen: PayWay | null): PayWay | null {
  const open = offers.filter(({ isOpen }) => isOpen);
  return (open.find(({ way }) => way === chosen) ?? open[0])?.way ?? null;
}
