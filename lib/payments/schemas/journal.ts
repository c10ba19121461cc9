import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { entryKinds, settlementStates } from '#lib/payments/values.ts';

/** One booking, once per kind and subject; its postings sum to 0 per currency. */
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

/** What the shop owes a vendor for an order, with the commission frozen at creation of the order. */
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
  releaseAt: isoTime.nullable(),
  payoutId: idText.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Settlement = z.infer<typeof settlement>;

/** Money a person has with the shop; changes only together with a journal entry that names it, never below 0. */
export const creditAccount = z.object({
  balanceMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  version: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type CreditAccount = z.infer<typeof creditAccount>;
