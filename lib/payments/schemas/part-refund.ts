import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { partRefundFailures, partRefundStates, partRefundWays } from '#lib/payments/values.ts';
import { orderReference } from './ledger.ts';

/** The money that goes back for one vendor's part of an order. There is one row per part, ever. */
export const partRefund = z.object({
  orderId: idText,
  vendorId: idText,
  /** The attempt whose money goes back. */
  orderReference,
  amountMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  state: z.enum(partRefundStates),
  way: z.enum(partRefundWays).nullable(),
  /** What was added to the credit balance, in its currency. */
  balanceMinor: minorUnits.nonnegative().nullable(),
  /** How a person names the transfer outside the shop. */
  reference: z.string().max(140).nullable(),
  /** How often the gateway was asked to refund it. */
  tries: z.int().nonnegative(),
  /** How the last request to the gateway failed. A later settlement leaves it. Rows stored before it do not say. */
  failedBecause: z.enum(partRefundFailures).nullable().default(null),
  /** When the gateway was asked. Null again when the request turns out to be lost. */
  askedAt: isoTime.nullable(),
  nextCheckAt: isoTime.nullable(),
  settledBy: idText.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type PartRefund = z.infer<typeof partRefund>;

export const settlePartRefundInput = z.strictObject({
  way: z.enum(['balance', 'by_hand', 'card']),
  reference: z.string().trim().min(1).max(140),
});
export type SettlePartRefundInput = z.output<typeof settlePartRefundInput>;

export const partRefundView = partRefund
  .pick({
    orderId: true,
    vendorId: true,
    orderReference: true,
    amountMinor: true,
    currency: true,
    state: true,
    way: true,
    balanceMinor: true,
    reference: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ id: idText })
  .meta({ id: 'PartRefund' });
export type PartRefundView = z.infer<typeof partRefundView>;
export const partRefundSettled = z.object({ success: z.literal(true), refund: partRefundView });
