import type { ComponentProps } from 'react';
import type { PaymentActions } from '#components/admin/payments/payment-actions.tsx';
import { consequencesOfReverse, LARGE_REFUND_MINOR } from '#components/admin/payments/reverse-consequences.ts';
import { getUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { givenBy } from '#lib/payments/books/money-in.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { refusalToReverse } from '#lib/payments/refunds/reverse-payment.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

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
): Promise<Omit<ComponentProps<typeof PaymentActions>, 'texts'>> {
  const { t, locale } = await consoleTexts('payments');
  return {
    noCheck: noCheckOf(ctx, row, t),
    noReverse: noReverseOf(ctx, row, t),
    offer: {
      orderReference: row.orderReference,
      amount: moneyText(row.amountMinor, row.currency, locale),
      payee: payeeOf(row, payer, t),
      balanceAfter: await balanceAfter(ctx, row, locale),
      consequences: consequencesOfReverse(row),
      isLarge: row.amountMinor >= LARGE_REFUND_MINOR,
    },
  };
}

type Say = Awaited<ReturnType<typeof consoleTexts<'payments'>>>['t'];

function noCheckOf({ cardGateway }: Context, { processor }: LedgerRow, t: Say): string | null {
  if (processor !== 'cardgw') return t('noCheck_card');
  return cardGateway ? null : t('noCheck_gateway');
}

const refusals = ['NotReversible', 'RailDisabled', 'NotPaid'] as const;

function noReverseOf(ctx: Context, row: LedgerRow, t: Say): string | null {
  if (row.status === 'refunded') return t('noRefund_done');
  if (row.refundState === 'pending') return t('noRefund_pending');
  const refusal = refusalToReverse(ctx, row);
  if (!refusal) return null;
  const code = refusals.find((known) => known === refusal.code);
  return code ? t(`noRefund_${code}`) : `${refusal.message}.`;
}

function payeeOf({ processor, processor_payload: { cardPan } }: LedgerRow, name: string, t: Say): string {
  if (processor === 'credit') return t('payee_credit', { name });
  return typeof cardPan === 'string' && cardPan !== ''
    ? t('payee_pan', { pan: cardPan, name })
    : t('payee_card', { name });
}

/** Returns the balance after a refund. We know it only for credit. */
async function balanceAfter({ data }: Context, row: LedgerRow, locale: Locale): Promise<string | null> {
  if (row.processor !== 'credit') return null;
  const [{ balanceMinor }, { amountMinor, currency }] = [await creditOf(data, row.userId), givenBy(row)];
  return moneyText(balanceMinor + amountMinor, currency, locale);
}
