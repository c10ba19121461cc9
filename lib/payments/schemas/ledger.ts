import { z } from 'zod';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { locales } from '#lib/i18n/values.ts';
import {
  attemptStatuses,
  evidenceKinds,
  evidenceSources,
  failureCodes,
  moneyBackStates,
  payStates,
  processors,
  purposes,
  refundStates,
} from '#lib/payments/values.ts';

/** Names an attempt here and at the gateway, where it is never used twice. It is an id here, so not `__x__`. */
export const orderReference = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/);

/** The stored fields of a processor's statement. `storedPayload` decides which keys. */
export const processorPayload = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ProcessorPayload = z.infer<typeof processorPayload>;

/** One statement of a processor about an attempt, as it arrived. Texts keep the processor's own spelling. */
export const evidence = z.object({
  source: z.enum(evidenceSources),
  status: z.string().max(60),
  amountText: z.string().max(40),
  currency: z.string().max(10),
  merchantAccount: z.string().max(120).nullable(),
  reasonCode: z.string().max(40).nullable(),
  inboxId: z.string().max(128).nullable(),
  payload: processorPayload,
});
export type Evidence = z.infer<typeof evidence>;

/** A statement as it is stored with the attempt. */
export const evidenceEntry = evidence.omit({ payload: true }).extend({ at: isoTime, kind: z.enum(evidenceKinds) });
export type EvidenceEntry = z.infer<typeof evidenceEntry>;

export const failure = z.object({ code: z.enum(failureCodes), message: z.string() });
export type Failure = z.infer<typeof failure>;

/** One attempt to pay. The ledger row is its only record. */
export const ledgerRow = z.object({
  orderReference,
  n: z.int().min(1),
  /** Identifies the call that created the attempt and paid it at once. Missing in other and older rows. */
  claimId: idText.optional(),
  purpose: z.enum(purposes),
  processor: z.enum(processors),
  userId: idText,
  orderId: idText.nullable(),
  vendorIds: z.array(idText),
  amountMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  status: z.enum(attemptStatuses),
  refundState: z.enum(refundStates),
  /** Paid for something that could no longer be given. The money goes back and counts for nothing else. */
  excess: z.boolean(),
  failure: failure.nullable(),
  returnUrl: z.string().nullable(),
  locale: z.enum(locales),
  paymentUrl: z.string().nullable(),
  requestedAt: isoTime,
  expiresAt: isoTime.nullable(),
  /**
   * When it first ended without money. From then on a callback alone is not believed, because it can be replayed
   * forever.
   */
  closedAt: isoTime.nullable(),
  /** When a callback said that a closed attempt was paid. Null once the processor itself has been asked. */
  claimedAt: isoTime.nullable(),
  nextCheckAt: isoTime.nullable(),
  /** When a caller last asked the gateway about it. Of all concurrent callers, one asks. */
  lookedAt: isoTime.nullable(),
  checks: z.int().nonnegative(),
  /** When the gateway was asked to capture an authorized amount. Null again when the request turns out to be lost. */
  settleAskedAt: isoTime.nullable(),
  /**
   * A refund that we want: the reason, since when, when the gateway was asked and when it promised the refund. Null
   * where we want none.
   */
  refunding: z
    .object({
      reason: z.string().max(500),
      wantedAt: isoTime,
      askedAt: isoTime.nullable(),
      promisedAt: isoTime.nullable(),
    })
    .nullable(),
  /** What went back, or is owed, for single parts of its order. `isAll`: for every part. Null where none went back. */
  partsBack: z.object({ amountMinor: minorUnits, isAll: z.boolean() }).nullable().default(null),
  evidence: z.array(evidenceEntry).max(20),
  /** The values signed when the attempt was started. Null where the processor signs nothing. */
  signed: z.object({ merchantAccount: z.string(), orderDate: z.int(), amountText: z.string() }).nullable(),
  fx: z.object({ base: currencyCode, quote: currencyCode, rate: z.string(), at: isoTime }).nullable(),
  processor_payload: processorPayload,
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

/** What the buyer can do next. */
export const nextSteps = ['pay', 'wait', 'done', 'none'] as const;

/** The payment status of an order. The fields of the attempt are null before the first one. */
export const paymentStatus = z
  .object({
    orderId: idText,
    orderStatus: z.enum(orderStatuses),
    /** Increases with every change of the order, also one that no status shows. */
    orderRev: z.int(),
    payState: z.enum(payStates),
    processor: z.enum(processors).nullable(),
    orderReference: orderReference.nullable(),
    amountMinor: minorUnits,
    currency: currencyCode,
    paidAt: isoTime.nullable(),
    expiresAt: isoTime.nullable(),
    failure: failure.extend({ retryable: z.boolean() }).nullable(),
    /** Money that was paid twice or too late, or is refunded: on its way back, or back. */
    moneyBack: z.enum(moneyBackStates).nullable(),
    next: z.enum(nextSteps),
  })
  .meta({ id: 'PaymentStatus' });
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const payByCreditInput = z.object({ orderId: idText });

/** Why a way to pay is not available for an order. */
export const railProblems = [
  'RailDisabled',
  'CurrencyNotAccepted',
  'InsufficientCredit',
  'GatewayNotConfigured',
] as const;

export const rail = z.object({
  processor: z.enum(processors),
  available: z.boolean(),
  code: z.enum(railProblems).optional(),
});
export type Rail = z.infer<typeof rail>;
