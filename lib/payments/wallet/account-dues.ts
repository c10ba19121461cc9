import { getStandingUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import type { Due } from '#lib/payments/attempts/pay-at-once.ts';
import { chargeIn } from '#lib/payments/books/money-in.ts';
import { startCardPayment } from '#lib/payments/cards/start-card.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { assertCreditAllowed, type CreditPayment, payFromCredit } from '#lib/payments/credit/start-credit.ts';
import type { CardPayment } from '#lib/payments/schemas/card-payment.ts';
import { accountDue } from './account-payments.ts';
import { canJoin } from './membership.ts';

/** Returns a top-up of the caller's wallet, in its currency. Rejects an amount beyond the limits. */
export async function topUpDue(ctx: UserContext, amountMinor: number): Promise<Due> {
  const { PAYMENT_TOPUP_MIN_MINOR: min, PAYMENT_TOPUP_MAX_MINOR: max } = ctx.env;
  if (amountMinor < min || amountMinor > max)
    throw invalid('The body is not valid', { amountMinor: `must be from ${min} to ${max}` });
  return accountDue(ctx, 'wallet_topup', async (t) => {
    const { currency } = await creditOf(t, ctx.user.id);
    return { amountMinor, currency, standing: 'open' };
  });
}

/** Returns a membership for the caller. Throws NotSold when none is sold. For a member its standing is `paid`. */
export async function membershipDue(ctx: UserContext): Promise<Due> {
  const amountMinor = ctx.env.PAYMENT_MEMBERSHIP_PRICE_MINOR;
  if (amountMinor === undefined) throw conflict('This shop does not sell memberships', { code: 'NotSold' });
  return accountDue(ctx, 'membership_upgrade', async (t) => {
    const user = await getStandingUser(t, ctx.user.id);
    return { amountMinor, currency: MAIN_CURRENCY, standing: canJoin(user) ? 'open' : 'paid' };
  });
}

/** Starts to pay a due by card. Returns the gateway's page. The buyer comes back to their wallet. */
export const payDueByCard = (ctx: UserContext, due: Due, returnUrl: string | undefined): Promise<CardPayment> =>
  startCardPayment(ctx, { ...due, returnUrl, returnByDefault: '/wallet', locale: undefined });

/**
 * Pays a membership from the credit balance, once: debit, role and journal are one transaction. The configured list
 * of credit currencies applies only to orders.
 */
export async function payMembershipByCredit(ctx: UserContext): Promise<CreditPayment> {
  assertCreditAllowed(ctx);
  return payFromCredit(ctx, await membershipDue(ctx), ({ currency }, payable) =>
    chargeIn(currency, payable, payable.fx),
  );
}
