import type { LedgerView } from '#lib/payments/schemas/ledger.ts';

/** From this amount on, the admin types the payment reference to confirm a refund. */
export const LARGE_REFUND_MINOR = 1_000_000;

type Reversible = Pick<LedgerView, 'purpose' | 'processor'> & { readonly excess: boolean };

/** Returns the consequences of refunding a payment, which an admin reads before the refund. */
export function consequencesOfReverse(payment: Reversible): string[] {
  return [
    payment.processor === 'credit'
      ? 'The full amount will be back on the balance immediately.'
      : 'The gateway will be asked to refund the full amount. Until it does, the refund shows as pending.',
    ...lossOf(payment),
    'This cannot be undone.',
  ];
}

function lossOf({ purpose, excess }: Reversible): string[] {
  if (excess) return ['This payment is not matched to an order, so no one loses anything.'];
  switch (purpose) {
    case 'store_order':
      return [
        'The sellers’ earnings from this order will be reversed, even if already paid out.',
        'The order keeps its status and its stock. Cancel it too if it should not be shipped.',
      ];
    case 'wallet_topup':
      return ['The top-up will be removed from the balance. Any part already spent stays in suspense.'];
    case 'membership_upgrade':
      return ['The user stays a member. Only an admin can change the role.'];
  }
}
