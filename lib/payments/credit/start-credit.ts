import type { UserContext } from '#lib/context/context.ts';
import type { Env } from '#lib/core/env/env.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { type Due, ownOrderDue, payAtOnce } from '#lib/payments/attempts/pay-at-once.ts';
import { givenBy } from '#lib/payments/books/money-in.ts';
import type { Payable } from '#lib/payments/ports.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { type Credit, creditCharge, creditLane, creditOf, insufficientCredit } from './credit.ts';

export type CreditPayment = { payment: LedgerView; balanceMinor: number; currency: string };

/** Throws RailDisabled when paying by credit is switched off. */
export function assertCreditAllowed({ env }: { readonly env: Env }): void {
  if (!env.PAYMENT_STORE_ALLOW_CREDIT) throw forbidden('Payment by credit is switched off', { code: 'RailDisabled' });
}

/**
 * Pays an own order from the credit balance, once: debit, order, stock, journal and settlements are one transaction.
 * A second click, or a concurrent one, finds a paid order and throws AlreadyPaid.
 */
export async function payByCredit(ctx: UserContext, orderId: string): Promise<CreditPayment> {
  assertCreditAllowed(ctx);
  const due = await ownOrderDue(ctx, orderId);
  return payFromCredit(ctx, due, (credit, payable) => creditCharge(ctx.env, credit, payable));
}

/**
 * Pays any payable from the credit balance. `chargeOf` returns its price in that currency, or null when it is not
 * accepted.
 */
export async function payFromCredit(
  ctx: UserContext,
  due: Due,
  chargeOf: (credit: Credit, payable: Payable) => number | null,
): Promise<CreditPayment> {
  const { row } = await payAtOnce(ctx, due, {
    processor: 'credit',
    payload: {},
    lanes: [creditLane(ctx.user.id)],
    assertPayable: async (t, payable) => {
      const credit = await creditOf(t, ctx.user.id);
      const charge = chargeOf(credit, payable);
      // Checked before the balance, because no amount of credit would help.
      if (charge === null) throw currencyNotAccepted(payable.currency);
      if (charge > credit.balanceMinor) throw insufficientCredit(credit);
    },
  });
  await fault('payment.before_answer');
  const balanceMinor = Number(row.processor_payload.balanceAfterMinor);
  return { payment: toLedgerView(row), balanceMinor, currency: givenBy(row).currency };
}

const currencyNotAccepted = (currency: string) =>
  conflict(`Credit payments in ${currency} are not possible`, { code: 'CurrencyNotAccepted', details: { currency } });
