import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { settlement } from '#lib/payments/schemas/journal.ts';
import { orderEventKinds, partStates, refusalCodes } from '#lib/store/values.ts';
import { contact, delivery, order, orderLine } from './order.ts';
import { orderPartView } from './order-part.ts';

/** Why an administrator acts on the goods of another vendor. Their own vendor needs no reason. */
const reason = z.string().trim().min(3).max(500).optional();

const line60 = z.string().trim().min(1).max(60);
const webUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be a web address');

export const startPartInput = z.strictObject({ reason }).default({});
export const shipPartInput = z
  .strictObject({
    carrier: line60.optional(),
    trackingNumber: z.string().trim().min(1).max(80).optional(),
    trackingUrl: webUrl.optional(),
    reason,
  })
  .default({});
export type ShipPartInput = z.output<typeof shipPartInput>;

export const refusePartInput = z.strictObject({
  code: z.enum(refusalCodes),
  reason: z.string().trim().min(3).max(500),
});
export type RefusePartInput = z.output<typeof refusePartInput>;

/** What a buyer asks of one of the sellers of their order. */
export const cancelRequestInput = z.strictObject({ vendorId: idText, reason: z.string().trim().min(1).max(500) });
export const answerCancelInput = z.strictObject({
  accept: z.boolean(),
  answer: z.string().trim().max(500).optional(),
  reason,
});
export type AnswerCancelInput = z.output<typeof answerCancelInput>;

export const refundPartInput = z.strictObject({ reason: z.string().trim().min(1).max(500) });

/** Whose orders: an administrator may name any vendor. */
export const sellerQuery = z.object({ vendorId: idText.optional() });

/** States of parts as a comma list: `pending,processing` are the parts to ship. */
const stateList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(partStates)).min(1).max(partStates.length));

export const vendorOrdersQuery = sellerQuery.extend({
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
  state: stateList.optional(),
  /** The number of an order. */
  search: z.string().trim().min(1).max(40).optional(),
});

/** An order as one of its vendors sees it: their own part and lines, and the buyer while they still have to deliver. */
export const vendorOrder = z
  .object({
    id: idText,
    number: order.shape.number,
    createdAt: isoTime,
    paidAt: isoTime,
    status: order.shape.status,
    payState: order.shape.payState,
    currency: currencyCode,
    part: orderPartView,
    lines: z.array(
      orderLine
        .pick({
          id: true,
          productId: true,
          title: true,
          options: true,
          sku: true,
          image: true,
          qty: true,
          unitPriceMinor: true,
          totalMinor: true,
          fulfilment: true,
        })
        .extend({ downloads: z.int().nonnegative() }),
    ),
    settlement: z
      .object({
        grossMinor: minorUnits,
        commissionMinor: minorUnits,
        netMinor: minorUnits,
        state: settlement.shape.state,
        releaseAt: isoTime.nullable(),
      })
      .nullable(),
    buyer: contact.nullable(),
    delivery: delivery.nullable(),
    note: z.string().nullable(),
    timeline: z.array(z.object({ at: isoTime, kind: z.enum(orderEventKinds), text: z.string() })).optional(),
  })
  .meta({ id: 'VendorOrder' });
export type VendorOrder = z.infer<typeof vendorOrder>;

export const vendorOrderAnswer = z.object({ order: vendorOrder });
export const vendorOrderPage = z.object({ orders: z.array(vendorOrder), nextCursor: z.string().nullable() });
export type VendorOrderPage = z.infer<typeof vendorOrderPage>;
