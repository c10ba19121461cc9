import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { cursorText, pageLimit } from '#lib/store/schemas/paging.ts';
import { ledgerView } from './ledger.ts';

/** Why a balance changed, as its owner understands it. */
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

/** One change of the balance; what came in is above 0. */
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

/** How a membership is paid. */
export const joinInput = z.object({ processor: z.literal('credit') });

/** What a membership paid by credit answers: the attempt that paid it, and what is left on the account. */
export const membershipByCredit = z
  .object({ payment: ledgerView, balanceMinor: minorUnits, currency: currencyCode })
  .meta({ id: 'MembershipByCredit' });
