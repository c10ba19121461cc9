/** A user's balance and its conversion to the currency of the order. */
export type CreditOffer = {
  /**
   * True when payment from the balance is enabled; `takesCurrency` is true when it accepts the currency of the order.
   */
  readonly isOn: boolean;
  readonly takesCurrency: boolean;
  readonly balanceMinor: number;
  readonly currency: string;
  /** The charge for one known total, used as the rate for other totals. */
  readonly rate: { readonly totalMinor: number; readonly chargeMinor: number };
};

/** Returns the charge of an order in the currency of the balance, rounded up like the payment itself. */
export const chargeOf = ({ rate }: CreditOffer, totalMinor: number): number =>
  rate.totalMinor === totalMinor || rate.totalMinor === 0
    ? rate.chargeMinor
    : Math.ceil((totalMinor * rate.chargeMinor) / rate.totalMinor);

/**
 * Returns true when the balance can pay the total: the method is enabled, the currency is accepted and the balance is
 * sufficient.
 */
export const canPay = (credit: CreditOffer, totalMinor: number): boolean =>
  credit.isOn && credit.takesCurrency && chargeOf(credit, totalMinor) <= credit.balanceMinor;

/** Returns the amount missing on the balance; 0 when a top-up would not help. */
export const missingFor = (credit: CreditOffer, totalMinor: number): number =>
  credit.isOn && credit.takesCurrency ? Math.max(0, chargeOf(credit, totalMinor) - credit.balanceMinor) : 0;
