import { z } from 'zod';
import { locales } from '#lib/auth/values.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import {
  attemptStatuses,
  evidenceKinds,
  evidenceSources,
  processors,
  purposes,
  refundStates,
} from '#lib/payments/values.ts';

/** Names an attempt here and at the gateway; never used twice there. */
export const orderReference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** One statement of a processor about an attempt, kept with it. */
export const evidence = z.object({
  at: isoTime,
  source: z.enum(evidenceSources),
  kind: z.enum(evidenceKinds),
  /** As the processor spelt it. */
  status: z.string().max(60),
  amountText: z.string().max(40),
  currency: currencyCode,
  merchantAccount: z.string().nullable(),
  reasonCode: z.string().nullable(),
  inboxId: z.string().nullable(),
});
export type Evidence = z.infer<typeof evidence>;

export const failure = z.object({ code: z.string(), message: z.string() });

/** One try to pay: the attempt is the ledger row, there is no second record of it. */
export const ledgerRow = z.object({
  orderReference,
  n: z.int().min(1),
  purpose: z.enum(purposes),
  processor: z.enum(processors),
  userId: idText,
  orderId: idText.nullable(),
  vendorIds: z.array(idText),
  amountMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  status: z.enum(attemptStatuses),
  refundState: z.enum(refundStates),
  failure: failure.nullable(),
  returnUrl: z.string().nullable(),
  locale: z.enum(locales),
  paymentUrl: z.string().nullable(),
  requestedAt: isoTime,
  expiresAt: isoTime.nullable(),
  nextCheckAt: isoTime.nullable(),
  checks: z.int().nonnegative(),
  evidence: z.array(evidence).max(20),
  fx: z.object({ base: currencyCode, quote: currencyCode, rate: z.string(), at: isoTime }).nullable(),
  processor_payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  paidAt: isoTime.nullable(),
  refundedAt: isoTime.nullable(),
  version: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** What an owner, a vendor's operator and the console see of an attempt. */
export const ledgerView = ledgerRow
  .pick({
    orderReference: true,
    purpose: true,
    processor: true,
    status: true,
    refundState: true,
    amountMinor: true,
    currency: true,
    userId: true,
    orderId: true,
    failure: true,
    createdAt: true,
    paidAt: true,
    refundedAt: true,
    processor_payload: true,
  })
  .extend({ orderNumber: z.string().nullable() })
  .meta({ id: 'LedgerRow' });
export type LedgerView = z.infer<typeof ledgerView>;
