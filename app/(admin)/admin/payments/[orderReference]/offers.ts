import type { ComponentProps } from 'react';
import type { PaymentActions } from '#components/admin/payments/payment-actions.tsx';
import { consequencesOfReverse, LARGE_REFUND_MINOR } from '#components/admin/payments/reverse-consequences.ts';
import { getUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { givenBy } from '#lib/payments/books/money-in.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { refusalToReverse } from '#lib/payments/refunds/reverse-payment.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';

/** Returns the payer of a payment, with the name as long as the account exists. */
export async function payerOf({ data }: Context, { userId }: LedgerRow): Promise<string> {
  try {
    const { name } = await getUser(data, userId);
    return name === '' ? userId : `${name} (${userId})`;
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') return userId;
    throw error;
  }
}

/** Returns what an admin can do about a payment, and the reason for each action that is not available. */
export async function offersOf(
  ctx: Context,
  row: LedgerRow,
  payer: string,
): Promise<ComponentProps<typeof PaymentActions>> {
  return {
    noCheck: noCheckOf(ctx, row),
    noReverse: noReverseOf(ctx, row),
    offer: {
      orderReference: row.orderReference,
      amount: moneyText(row.amountMinor, row.currency, 'en'),
      payee: payeeOf(row, payer),
      balanceAfter: await balanceAfter(ctx, row),
      consequences: consequencesOfReverse(row),
      isLarge: row.amountMinor >= LARGE_REFUND_MINOR,
    },
  };
}

function noCheckOf({ cardGateway }: Context, { processor }: LedgerRow): string | null {
  if (processor !== 'cardgw') return 'Only card payments can be checked.';
  return cardGateway ? null : 'Card payments are not set up here.';
}

function noReverseOf(ctx: Context, row: LedgerRow): string | null {
  if (row.status === 'refunded') return 'Already refunded.';
  if (row.refundState === 'pending') return 'The refund is on its way.';
  const refusal = refusalToReverse(ctx, row);
  return refusal && `${refusal.message}.`;
}

function payeeOf({ processor, processor_payload: { cardPan } }: LedgerRow, payer: string): string {
  if (processor === 'credit') return `the balance of ${payer}`;
  return typeof cardPan === 'string' && cardPan !== '' ? `the card ${cardPan} of ${payer}` : `the card of ${payer}`;
}

/** Returns the balance after a refund. We know it only for credit. */
async function balanceAfter({ data }: Context, row: LedgerRow): Promise<string | null> {
  if (row.processor !== 'credit') return null;
  const [{ balanceMinor }, { amountMinor, currency }] = [await creditOf(data, row.userId), givenBy(row)];
  return moneyText(balanceMinor + amountMinor, currency, 'en');
}
