/** What the shop knows of a person's balance against an order. */
export type CreditOffer = {
  /** Whether paying from the balance is on, and whether it takes the currency of the order. */
  readonly isOn: boolean;
  readonly takesCurrency: boolean;
  readonly balanceMinor: number;
  readonly currency: string;
  /** What one known total costs the balance: the rate for any other. */
  readonly rate: { readonly totalMinor: number; readonly chargeMinor: number };
};

/** What an order takes from the balance; rounded up, as the payment itself does. */
export const chargeOf = ({ rate }: CreditOffer, totalMinor: number): number =>
  rate.totalMinor === totalMinor || rate.totalMinor === 0
    ? rate.chargeMinor
    : Math.ceil((totalMinor * rate.chargeMinor) / rate.totalMinor);

/** Whether the balance can pay it: the rail is on, the currency is taken, and there is enough. */
export const canPay = (credit: CreditOffer, totalMinor: number): boolean =>
  credit.isOn && credit.takesCurrency && chargeOf(credit, totalMinor) <= credit.balanceMinor;

/** What a balance that could pay it otherwise is short of; 0 where more of it would not help. */
export const missingFor = (credit: CreditOffer, totalMinor: number): number =>
  credit.isOn && credit.takesCurrency ? Math.max(0, chargeOf(credit, totalMinor) - credit.balanceMinor) : 0;
