import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { amountText } from '#lib/core/money.ts';
import { calendarDay } from '#lib/core/time.ts';
import { momentsOf } from '#lib/core/wall-clock.ts';
import { from } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { listAttention } from '#lib/payments/alerts/attention.ts';
import { listLedger } from '#lib/payments/attempts/ledger-list.ts';
import { Payouts, Settlements } from '#lib/payments/collections.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import type { Payout, Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { attemptStatuses, processors, purposes, settlementStates } from '#lib/payments/values.ts';
import { listOrders } from '#lib/store/orders/orders.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { orderListFilters } from '#lib/store/values.ts';
import { everyPage, exportTable } from './export-table.ts';

const callbackKinds = ['orphan', 'poison'] as const;

/** The query keys of the orders page. Days are those of the reader's time zone, both ends included. */
export const ordersQuery = z.strictObject({
  status: z.enum(orderListFilters).optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
});

export const orders = exportTable({
  query: ordersQuery,
  rows: (ctx, { status, ...days }) =>
    everyPage(async ({ limit, cursor }) => {
      const moments = momentsOf(ctx.user.timezone, days);
      const page = await listOrders(ctx, { limit, afterId: cursor, status, ...moments });
      return { rows: page.orders, next: page.nextAfterId };
    }),
  columns: {
    id: ({ id }: OrderView) => id,
    number: ({ number }) => number,
    status: ({ status }) => status,
    payState: ({ payState }) => payState,
    currency: ({ currency }) => currency,
    subtotal: ({ subtotalMinor, currency }) => amountText(subtotalMinor, currency),
    total: ({ totalMinor, currency }) => amountText(totalMinor, currency),
    units: ({ lines }) => lines.reduce((sum, { qty }) => sum + qty, 0),
    sellers: ({ lines }) => [...new Set(lines.map(({ vendor }) => vendor.name))].join('; '),
    buyerName: ({ contact }) => contact.name,
    buyerEmail: ({ contact }) => contact.email,
    cancelReason: ({ cancelReason }) => cancelReason,
    createdAt: ({ createdAt }) => createdAt,
    paidAt: ({ paidAt }) => paidAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  },
});

export const payments = exportTable({
  query: z.strictObject({
    purpose: z.enum(purposes).optional(),
    processor: z.enum(processors).optional(),
    status: z.enum(attemptStatuses).optional(),
    attention: z.enum(['suspicious', 'refund_failed']).optional(),
  }),
  rows: (ctx, { attention, ...filter }) =>
    everyPage(async (place) => {
      const page = attention ? await listAttention(ctx, attention, place) : await listLedger(ctx, filter, place);
      return { rows: page.payments, next: page.nextCursor };
    }),
  columns: {
    orderReference: ({ orderReference }: LedgerView) => orderReference,
    orderNumber: ({ orderNumber }) => orderNumber,
    orderId: ({ orderId }) => orderId,
    userId: ({ userId }) => userId,
    purpose: ({ purpose }) => purpose,
    processor: ({ processor }) => processor,
    status: ({ status }) => status,
    refundState: ({ refundState }) => refundState,
    currency: ({ currency }) => currency,
    amount: ({ amountMinor, currency }) => amountText(amountMinor, currency),
    failure: ({ failure }) => failure?.code ?? null,
    createdAt: ({ createdAt }) => createdAt,
    paidAt: ({ paidAt }) => paidAt,
    refundedAt: ({ refundedAt }) => refundedAt,
  },
});

/** The callbacks that wait for a person: the console lists no others. */
export const callbacks = exportTable({
  query: z.strictObject({ attention: z.enum(callbackKinds).optional() }),
  async *rows(ctx, { attention }) {
    for (const kind of attention ? [attention] : callbackKinds)
      yield* everyPage(async (place) => {
        const page = await listAttention(ctx, kind, place);
        return { rows: page.callbacks, next: page.nextCursor };
      });
  },
  columns: {
    id: ({ id }: CallbackView) => id,
    orderReference: ({ orderReference }) => orderReference,
    state: ({ state }) => state,
    status: ({ status }) => status,
    amount: ({ amountText: amount }) => amount,
    currency: ({ currency }) => currency,
    reasonCode: ({ reasonCode }) => reasonCode,
    tries: ({ tries }) => tries,
    copies: ({ dupCount }) => dupCount,
    receivedAt: ({ receivedAt }) => receivedAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  },
});

export const settlements = exportTable({
  query: z.strictObject({ vendorId: idText.optional(), state: z.enum(settlementStates).optional() }),
  textKeys: ['vendorId'],
  rows: ({ data }, { vendorId, state }) =>
    everyPage(({ limit, cursor }) => {
      if (vendorId !== undefined) return data.find(settlementsOfVendor({ vendorId, state }, limit, cursor));
      const all = from(Settlements);
      return data.find((state === undefined ? all : all.where('state', '==', state)).limit(limit).after(cursor));
    }),
  columns: {
    id: ({ id }: Row<Settlement>) => id,
    orderId: ({ data }) => data.orderId,
    orderReference: ({ data }) => data.orderReference,
    vendorId: ({ data }) => data.vendorId,
    state: ({ data }) => data.state,
    currency: ({ data }) => data.currency,
    gross: ({ data }) => amountText(data.grossMinor, data.currency),
    commission: ({ data }) => amountText(data.commissionMinor, data.currency),
    net: ({ data }) => amountText(data.netMinor, data.currency),
    blocked: ({ data }) => data.blocked,
    overpaid: ({ data }) => data.overpaid,
    payoutId: ({ data }) => data.payoutId,
    createdAt: ({ data }) => data.createdAt,
    releaseAt: ({ data }) => data.releaseAt,
  },
});

export const payouts = exportTable({
  query: z.strictObject({ vendorId: idText.optional() }),
  textKeys: ['vendorId'],
  rows: ({ data }, { vendorId }) =>
    everyPage(({ limit, cursor }) => {
      const all = from(Payouts);
      const asked = vendorId === undefined ? all : all.where('vendorId', '==', vendorId);
      return data.find(asked.orderBy('createdAt', 'desc').limit(limit).after(cursor));
    }),
  columns: {
    id: ({ id }: Row<Payout>) => id,
    vendorId: ({ data }) => data.vendorId,
    currency: ({ data }) => data.currency,
    amount: ({ data }) => amountText(data.amountMinor, data.currency),
    settlements: ({ data }) => data.settlementIds.length,
    keptBack: ({ data }) => data.keptBackIds.length,
    bankReference: ({ data }) => data.bankReference,
    madeBy: ({ data }) => data.madeBy,
    createdAt: ({ data }) => data.createdAt,
  },
});
