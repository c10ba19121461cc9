import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { partRefundStates, partRefundWays } from '#lib/payments/values.ts';
import { cancelRequestStates, optionMethods, partStates, refusalCodes } from '#lib/store/values.ts';

/** The delivery that the buyer chose for a part. */
export const partDelivery = z.object({
  optionId: idText.nullable(),
  name: z.string().max(60),
  method: z.enum(optionMethods),
  /** The branch to pick it up from. */
  point: z.string().max(200).nullable(),
  amountMinor: minorUnits.nonnegative(),
  minDays: z.int().nonnegative(),
  maxDays: z.int().nonnegative(),
  /** Null until the order is paid. */
  expectedFrom: isoTime.nullable(),
  expectedTo: isoTime.nullable(),
});

/** The part of an order that one vendor delivers. A paid order has one payment and a part per vendor. */
export const orderPart = z.object({
  vendorId: idText,
  state: z.enum(partStates),
  carrier: z.string().max(60).nullable(),
  trackingNumber: z.string().max(80).nullable(),
  trackingUrl: z.string().nullable(),
  /** When its goods were sent. Null for digital goods, which are delivered with the payment. */
  shippedAt: isoTime.nullable(),
  deliveredAt: isoTime.nullable(),
  refusedAt: isoTime.nullable(),
  refusal: z.object({ code: z.enum(refusalCodes), reason: z.string().max(500) }).nullable(),
  delivery: partDelivery.nullable(),
  cancelRequest: z
    .object({
      state: z.enum(cancelRequestStates),
      reason: z.string().max(500),
      answer: z.string().max(500).nullable(),
      at: isoTime,
      /** When the vendor was reminded of it. */
      remindedAt: isoTime.nullable(),
    })
    .nullable(),
  /** The money that went back, or will go back, for this part alone. */
  refund: z
    .object({
      state: z.enum(partRefundStates),
      amountMinor: minorUnits.nonnegative(),
      way: z.enum(partRefundWays).nullable(),
    })
    .nullable(),
  /**
   * When the units of a part returned to stock while the order keeps others as sold: it was refused, refunded unsent, or
   * not sent when the order was canceled.
   */
  stockReturnedAt: isoTime.nullable(),
});
export type OrderPart = z.infer<typeof orderPart>;

/** A part as its buyer and its vendor see it. */
export const orderPartView = orderPart
  .omit({ stockReturnedAt: true })
  .extend({ vendorName: z.string(), amountMinor: minorUnits })
  .meta({ id: 'OrderPart' });
export type OrderPartView = z.infer<typeof orderPartView>;
