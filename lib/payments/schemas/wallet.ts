import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { failureCodes } from '#lib/payments/values.ts';
import { cardPayment } from './card-payment.ts';
import { ledgerView, orderReference } from './ledger.ts';

/** Why a balance changed, in its owner's terms. */
export const walletEntryKinds = [
  'topup',
  'topup_refund',
  'gift',
  'order',
  'order_refund',
  'membership',
  'membership_refund',
  'referral',
  'correction',
] as const;

/** One change of the balance. Money in is above 0. */
export const walletEntry = z.object({
  id: z.string(),
  at: isoTime,
  kind: z.enum(walletEntryKinds),
  amountMinor: minorUnits,
  currency: currencyCode,
  orderId: idText.nullable(),
  orderNumber: z.string().nullable(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const walletPage = z
  .object({
    balanceMinor: minorUnits,
    currency: currencyCode,
    entries: z.array(walletEntry),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Wallet' });
export type WalletPage = z.infer<typeof walletPage>;

export const walletQuery = z.object({ limit: pageLimit(20, 100), cursor: cursorText.optional() });

/** The state of a card payment for the user's own account, in its owner's terms. */
export const walletPaymentStates = [
  'asking',
  'no_page',
  'failed',
  'expired',
  'checking',
  'returning',
  'returned',
  'paid',
] as const;

export const walletPayment = z
  .object({
    orderReference,
    purpose: z.enum(['wallet_topup', 'membership_upgrade']),
    amountMinor: minorUnits,
    currency: currencyCode,
    requestedAt: isoTime,
    state: z.enum(walletPaymentStates),
    /** The time until which the open page can be paid on. Null when it cannot. */
    until: isoTime.nullable(),
    failure: z.enum(failureCodes).nullable(),
  })
  .meta({ id: 'WalletPayment' });
export type WalletPayment = z.infer<typeof walletPayment>;

export const walletPayments = z.object({ payments: z.array(walletPayment) });

const returnUrl = z.string().max(2_000).optional();

/** The shop's configuration sets the limits of the amount. */
export const topUpInput = z.object({ amountMinor: minorUnits.positive(), returnUrl });

export const joinInput = z.object({ processor: z.enum(['cardgw', 'credit']), returnUrl });

/**
 * The response to starting a membership: the gateway's page. By credit, the attempt that paid it and the remaining
 * balance.
 */
export const joined = z.union([
  cardPayment,
  z.object({ payment: ledgerView, balanceMinor: minorUnits, currency: currencyCode }),
]);
