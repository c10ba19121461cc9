import { Users } from '#lib/auth/collections.ts';
import type { UserStatus } from '#lib/auth/values.ts';
import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { Role } from '#lib/context/values.ts';
import type { Span } from '#lib/crm/analytics/queries.ts';
import { from } from '#lib/data/query.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import type { MessageType } from '#lib/messaging/values.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders, Products } from '#lib/store/collections.ts';
import type { productStatuses } from '#lib/store/values.ts';

// All of these are counted or summed: their indexes answer them, and no row is read.

export const usersCreated = ({ from: since, to }: Span) =>
  from(Users).where('createdAt', '>=', since).where('createdAt', '<', to).orderBy('createdAt', 'desc');

export const usersInRole = (status: UserStatus, role: Role) =>
  from(Users).where('status', '==', status).where('role', '==', role);

export const usersVerified = (status: UserStatus) =>
  from(Users).where('status', '==', status).where('isVerified', '==', true);

export const usersSeenSince = (status: UserStatus, since: string) =>
  from(Users).where('status', '==', status).where('lastSeenAt', '>=', since);

export const ordersCreated = (status: OrderStatus, { from: since, to }: Span) =>
  from(Orders)
    .where('status', '==', status)
    .where('createdAt', '>=', since)
    .where('createdAt', '<', to)
    .orderBy('createdAt', 'desc');

/** All orders, for a count. */
export const everyOrder = () => from(Orders).orderBy('createdAt', 'desc');

/** Messages of one type. Of all types but `system` they are the messages of people. */
export const messagesSent = (type: MessageType, { from: since, to }: Span) =>
  from(Messages).where('type', '==', type).where('createdAt', '>=', since).where('createdAt', '<', to);

export const conversationsNow = () => from(Conversations).where('deletedAt', '==', null);

export const productsInStatus = (status: (typeof productStatuses)[number]) =>
  from(Products).where('status', '==', status);

/** Payments for orders. An excess payment goes back to its payer and was never revenue. */
const paidForOrders = () =>
  from(PaymentTransactions).where('purpose', '==', 'store_order').where('excess', '==', false);

/** The first payment in a currency that comes after another in the alphabet. It names the next currency in use. */
export const paymentInNextCurrency = (after: string) =>
  paidForOrders().where('currency', '>', after).orderBy('currency').orderBy('paidAt').orderBy('amountMinor').limit(1);

/** Payments in one currency by when they were paid or refunded. The order names the index that also holds amounts. */
export const paymentsWithin = (by: 'paidAt' | 'refundedAt', currency: string, { from: since, to }: Span) =>
  paidForOrders()
    .where('currency', '==', currency)
    .where(by, '>=', since)
    .where(by, '<', to)
    .orderBy(by)
    .orderBy('amountMinor');
