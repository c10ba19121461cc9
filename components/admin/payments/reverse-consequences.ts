import type { LedgerView } from '#lib/payments/schemas/ledger.ts';

/** From this amount on, the admin types the payment reference to confirm a refund. */
export const LARGE_REFUND_MINOR = 1_000_000;

type Reversible = Pick<LedgerView, 'purpose' | 'processor'> & { readonly excess: boolean };

/** Returns the consequences of refunding a payment, which an admin reads before the refund. */
export function consequencesOfReverse(payment: Reversible): string[] {
  return [
    payment.processor === 'credit'
      ? 'The whole amount is back on the balance at once.'
      : 'The gateway is asked to return the whole amount. Until it has, the refund shows as pending.',
    ...lossOf(payment),
    'It cannot be undone.',
  ];
}

function lossOf({ purpose, excess }: Reversible): string[] {
  if (excess) return ['It paid for nothing, so nothing is taken from anybody.'];
  switch (purpose) {
    case 'store_order':
      return [
        'What its sellers are owed for the order is reversed, also where it was paid out to them.',
        'The order keeps its status and its stock: cancel it as well if it is not to be sent.',
      ];
    case 'wallet_topup':
      return ['The credit it gave is taken back; what was spent of it already stays open in suspense.'];
    case 'membership_upgrade':
      return ['The person stays a member: a role is taken by an admin, not by money.'];
  }
}
