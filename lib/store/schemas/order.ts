import { z } from 'zod';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { ORDER_NUMBER } from '#lib/core/order-number.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { bodyLocales, locales } from '#lib/i18n/values.ts';
import { ledgerView, rail } from '#lib/payments/schemas/ledger.ts';
import { payStates, settlementStates } from '#lib/payments/values.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import {
  chargeKinds,
  deliveryMethods,
  lineFulfilments,
  orderDeliveryMethods,
  orderEventKinds,
  orderMailKinds,
  stockStates,
} from '#lib/store/values.ts';
import { cartLineInput } from './cart.ts';
import { orderPart, orderPartView } from './order-part.ts';
import { productImage } from './product.ts';

const line80 = z.string().trim().max(80);
const line200 = z.string().trim().max(200);

export const contact = z.object({ name: line80, email: z.string().max(254), phone: z.string().trim().max(32) });
export const delivery = z.object({
  method: z.enum(orderDeliveryMethods),
  country: z.string().trim().max(60),
  city: line80,
  address: line200,
  postalCode: z.string().trim().max(16),
  comment: z.string().trim().max(500),
});

/** Frozen when the order is created: later edits of the product change nothing here. */
export const orderLine = z.object({
  id: z.string(),
  /** Null on the one line of a paid payment request, which is no product. */
  productId: idText.nullable(),
  vendorId: idText,
  title: z.string(),
  /** The chosen variant, such as its size. */
  options: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  image: productImage.nullable(),
  sku: z.string().nullable(),
  qty: z.int().min(1),
  unitPriceMinor: minorUnits.nonnegative(),
  totalMinor: minorUnits.nonnegative(),
  fulfilment: z.enum(lineFulfilments),
  commissionBps: z.int().min(0).max(10_000),
});
export type OrderLine = z.infer<typeof orderLine>;

/** Shipping belongs to the vendor that ships. Other charges belong to no vendor. */
export const charge = z.object({
  kind: z.enum(chargeKinds),
  label: z.string().max(120),
  amountMinor: minorUnits,
  vendorId: idText.nullable().default(null),
});

export const orderSettlement = z.object({
  settlementId: idText,
  vendorId: idText,
  grossMinor: minorUnits,
  commissionMinor: minorUnits,
  netMinor: minorUnits,
  currency: currencyCode,
  state: z.enum(settlementStates),
});

/** The frozen exchange rate: `rate` units of `base` for one unit of `quote`. */
export const frozenRate = z.object({
  base: currencyCode,
  quote: currencyCode,
  rate: z.string(),
  source: z.string(),
  at: isoTime,
});
export type FrozenRate = z.infer<typeof frozenRate>;

export const order = z.object({
  number: z.string().regex(ORDER_NUMBER),
  userId: idText,
  vendorIds: z.array(idText),
  status: z.enum(orderStatuses),
  payState: z.enum(payStates),
  stockState: z.enum(stockStates),
  lines: z.array(orderLine).min(1).max(MAX_CART_LINES),
  charges: z.array(charge),
  subtotalMinor: minorUnits.nonnegative(),
  totalMinor: minorUnits.nonnegative().max(1e11),
  currency: currencyCode,
  fx: frozenRate.nullable(),
  contact,
  delivery,
  parts: z.array(orderPart),
  /**
   * Of each part `{vendorId}` and `{vendorId}:{state}`, for the lists of its vendor. The state is left out of a part that
   * waits although nobody may send it. Empty until paid.
   */
  partKeys: z.array(z.string()),
  /** When time next changes a part: a shipped part counts as received, or a cancel request has waited too long. */
  nextPartDueAt: isoTime.nullable(),
  vendorSettlements: z.array(orderSettlement),
  referral: z.object({ code: z.string(), referrerId: idText }).nullable(),
  /** The message with the payment request. Null for any other order. */
  requestId: idText.nullable().default(null),
  holdExpiresAt: isoTime.nullable(),
  locale: z.enum(locales),
  note: z.string().max(500),
  cancelReason: z.string().nullable(),
  /** True when an admin made a transition outside the table. */
  forced: z.boolean(),
  /** Products that could not be held again after the order came back from `canceled`. */
  stockShort: z.array(idText),
  paidAt: isoTime.nullable(),
  stockDeductedAt: isoTime.nullable(),
  settledAt: isoTime.nullable(),
  stockReturnedAt: isoTime.nullable(),
  /** The number of its printable document. It is assigned once, after payment, and never changes. */
  documentNumber: z.string().nullable(),
  /** Mails that were enqueued. None of them is enqueued again, whatever happens to the order. */
  mails: z.array(z.enum(orderMailKinds)).default([]),
  /** Increases by 1 per change. Equal to the number of its last event. */
  rev: z.int().nonnegative(),
  /** When the status last changed. */
  statusAt: isoTime,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Order = z.infer<typeof order>;

/** One change of an order. Hashes chain over `rev`, so that a removed or edited event is detected. */
export const orderEvent = z.object({
  orderId: idText,
  rev: z.int().min(1),
  at: isoTime,
  kind: z.enum(orderEventKinds),
  actorId: idText.nullable(),
  via: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  prevHash: z.string(),
  hash: z.string(),
});
export type OrderEvent = z.infer<typeof orderEvent>;

/** Every field has a default: the saved cart, the buyer's own name and address, a delivery still to be arranged. */
export const createOrderInput = z.object({
  items: z.array(cartLineInput).min(1).max(MAX_CART_LINES).optional(),
  currency: currencyCode.optional(),
  contact: contact
    .extend({ email: z.email().max(254) })
    .partial()
    .optional(),
  delivery: delivery
    .extend({ method: z.enum(deliveryMethods) })
    .partial()
    .optional(),
  /** The delivery of each seller who is named. The others deliver by arrangement. */
  deliveryOptions: z
    .array(z.object({ vendorId: idText, optionId: idText, point: z.string().trim().max(200).optional() }))
    .max(MAX_CART_LINES)
    .optional(),
  /** Keeps the address of this order in the buyer's address book. */
  saveAddress: z.boolean().optional(),
  locale: z.enum(bodyLocales).optional(),
  note: z.string().trim().max(500).optional(),
  expectedTotal: minorUnits.nonnegative().optional(),
});
export type CreateOrderInput = z.output<typeof createOrderInput>;

/** The input to pay a payment request. The request has the purpose and the amount. */
export const orderRequestInput = createOrderInput.pick({ contact: true, locale: true });
export type OrderRequestInput = z.output<typeof orderRequestInput>;

export const orderView = z
  .object({
    id: idText,
    number: order.shape.number,
    status: order.shape.status,
    payState: order.shape.payState,
    currency: currencyCode,
    subtotalMinor: minorUnits,
    totalMinor: minorUnits,
    lines: z.array(
      orderLine
        .pick({
          id: true,
          productId: true,
          title: true,
          options: true,
          image: true,
          qty: true,
          unitPriceMinor: true,
          totalMinor: true,
          fulfilment: true,
        })
        .extend({ vendor: z.object({ id: idText, name: z.string() }) }),
    ),
    charges: z.array(charge),
    contact,
    delivery,
    parts: z.array(orderPartView),
    refundedMinor: minorUnits,
    holdExpiresAt: isoTime.nullable(),
    cancelReason: z.string().nullable(),
    note: z.string(),
    createdAt: isoTime,
    updatedAt: isoTime,
    paidAt: isoTime.nullable(),
    timeline: z
      .array(
        z.object({
          at: isoTime,
          kind: z.enum(orderEventKinds),
          from: z.string().nullable(),
          to: z.string().nullable(),
          text: z.string(),
        }),
      )
      .max(100)
      .optional(),
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderView>;

/** The response to placing an order: the order, and the ways to pay for it. */
export const placedOrder = z.object({ order: orderView, rails: z.array(rail) }).meta({ id: 'PlacedOrder' });
export type PlacedOrder = z.infer<typeof placedOrder>;

export const orderAnswer = z.object({ order: orderView });

/** Which part has arrived. Without it: every part on its way. */
export const receivedInput = z.strictObject({ vendorId: idText.optional() }).default({});

/** An order as an administrator sees it: what its buyer sees, and its books. */
export const adminOrderView = z
  .object({
    ...orderView.shape,
    userId: idText,
    vendorIds: order.shape.vendorIds,
    stockState: order.shape.stockState,
    fx: order.shape.fx,
    forced: order.shape.forced,
    stockShort: order.shape.stockShort,
    documentNumber: order.shape.documentNumber,
    referral: order.shape.referral,
    settledAt: order.shape.settledAt,
    stockDeductedAt: order.shape.stockDeductedAt,
    stockReturnedAt: order.shape.stockReturnedAt,
    vendorSettlements: z.array(orderSettlement.extend({ vendorName: z.string() })),
    payments: z.array(ledgerView),
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrderView = z.infer<typeof adminOrderView>;
export const adminOrderAnswer = z.object({ order: adminOrderView });

export const listOrdersQuery = z.object({
  limit: pageLimit(20, 100),
  afterId: cursorText.optional(),
  status: z.enum(orderStatuses).optional(),
});

export const orderPage = z.object({ orders: z.array(orderView), nextAfterId: z.string().nullable() });
export type OrderPage = z.infer<typeof orderPage>;

export const moveOrderInput = z.object({
  status: z.enum(orderStatuses),
  reason: z.string().trim().max(500).optional(),
});

/** An order after an admin has changed its status. */
export const movedOrder = z
  .object({
    id: idText,
    status: z.enum(orderStatuses),
    previousStatus: z.enum(orderStatuses),
    forced: z.boolean(),
    updatedAt: isoTime,
  })
  .meta({ id: 'MovedOrder' });
export type MovedOrder = z.infer<typeof movedOrder>;

export const orderMoved = z.object({ success: z.boolean(), order: movedOrder });
