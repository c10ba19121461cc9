import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_PAYOUT_SETTLEMENTS } from '#lib/payments/limits.ts';
import { entryKinds, settlementStates } from '#lib/payments/values.ts';

/** One booking, once per kind and subject. Its postings sum to 0 per currency. */
export const journalEntry = z.object({
  kind: z.enum(entryKinds),
  subjectId: z.string(),
  at: isoTime,
  note: z.string().max(300),
});
export type JournalEntry = z.infer<typeof journalEntry>;

/** Debit is positive, credit negative. */
export const journalPosting = z.object({
  entryId: idText,
  account: z.string().regex(/^[a-z_]+(?::[A-Za-z0-9_-]+){0,2}$/),
  amountMinor: minorUnits,
  currency: currencyCode,
  at: isoTime,
});
export type JournalPosting = z.infer<typeof journalPosting>;

/** The balance of an account at the start of a month: the sum of all its postings before `until`. Written once. */
export const balanceSnapshot = z.object({
  account: journalPosting.shape.account,
  currency: currencyCode,
  until: isoTime,
  balanceMinor: minorUnits,
  createdAt: isoTime,
});
export type BalanceSnapshot = z.infer<typeof balanceSnapshot>;

/** What the shop owes a vendor for an order, with the commission frozen when the order was created. */
export const settlement = z.object({
  orderId: idText,
  orderReference: z.string(),
  vendorId: idText,
  grossMinor: minorUnits,
  commissionMinor: minorUnits,
  netMinor: minorUnits,
  currency: currencyCode,
  state: z.enum(settlementStates),
  blocked: z.boolean(),
  captureEntryId: idText,
  /** When it was released to the vendor. */
  releaseAt: isoTime.nullable(),
  payoutId: idText.nullable(),
  /** Paid out before the sale was undone, and not kept back from a later payout yet. */
  overpaid: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Settlement = z.infer<typeof settlement>;

/** The record of a bank transfer to a vendor. */
export const payout = z.object({
  vendorId: idText,
  settlementIds: z.array(idText).min(1).max(MAX_PAYOUT_SETTLEMENTS),
  /** Settlements that were paid out for sales undone since, and are kept back now. */
  keptBackIds: z.array(idText),
  /** The sum of the settlements less what is kept back: the amount of the bank transfer. */
  amountMinor: minorUnits.positive(),
  currency: currencyCode,
  bankReference: z.string().trim().min(1).max(140),
  madeBy: idText,
  createdAt: isoTime,
});
export type Payout = z.infer<typeof payout>;

export const makePayoutInput = z.strictObject({
  vendorId: idText,
  settlementIds: z
    .array(idText)
    .min(1)
    .max(MAX_PAYOUT_SETTLEMENTS)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain a settlement twice'),
  bankReference: z.string().trim().min(1).max(140),
});

export const payoutMade = z.object({
  success: z.literal(true),
  payout: payout.omit({ madeBy: true }).extend({ id: idText }),
});
export type PayoutMade = z.infer<typeof payoutMade>;

/** The money a user has with the shop. Changes only together with a journal entry that names it. Never below 0. */
export const creditAccount = z.object({
  balanceMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  version: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type CreditAccount = z.infer<typeof creditAccount>;
