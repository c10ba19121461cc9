import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';

/** From this amount on, the admin types the payment reference to confirm a refund. */
export const LARGE_REFUND_MINOR = 1_000_000;

type Reversible = Pick<LedgerView, 'purpose' | 'processor'> & { readonly excess: boolean };

/** The key of a sentence in the texts of the payments. */
export type RefundConsequence = Extract<keyof ConsoleTexts<'payments'>, `then_${string}`>;

/** Returns the consequences of refunding a payment, which an admin reads before the refund. */
export const consequencesOfReverse = (payment: Reversible): readonly RefundConsequence[] => [
  payment.processor === 'credit' ? 'then_creditBack' : 'then_gatewayAsked',
  ...lossOf(payment),
  'then_final',
];

function lossOf({ purpose, excess }: Reversible): readonly RefundConsequence[] {
  if (excess) return ['then_excess'];
  switch (purpose) {
    case 'store_order':
      return ['then_sellersLose', 'then_orderStays'];
    case 'wallet_topup':
      return ['then_topupGone'];
    case 'membership_upgrade':
      return ['then_memberStays'];
  }
}
