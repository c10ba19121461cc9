import { z } from 'zod';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { purposes, settlementStates } from '#lib/payments/values.ts';
import { ledgerView } from './ledger.ts';

const purposeList = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(purposes)))
  .default(['membership_upgrade', 'wallet_topup']);

export const userPaymentsQuery = z.object({
  limit: pageLimit(50, 100),
  purposes: purposeList,
  cursor: cursorText.optional(),
});

export const ledgerPage = z.object({ payments: z.array(ledgerView), nextCursor: z.string().nullable() });
export type LedgerPage = z.infer<typeof ledgerPage>;

export const paymentChecked = z.object({
  success: z.literal(true),
  payment: ledgerView,
  /** False when the gateway has never seen the reference. */
  known: z.boolean(),
});

export const reversePaymentInput = z.strictObject({ reason: z.string().trim().min(1).max(500) });
export const paymentReversed = z.object({ success: z.literal(true), payment: ledgerView });

export const settlementsQuery = z.object({ state: z.enum(settlementStates).optional() });
