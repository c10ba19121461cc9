import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';

/** Returns the page of an order, with the way back to the mail. */
export const orderFromMail = (orderId: string, threadId: string): Route =>
  queryHref(`/admin/orders/${orderId}`, { mail: threadId });

/** Returns the page of a conversation. */
export const talkHref = (id: string): Route => queryHref(`/messages/${id}`, {});

/** Returns the page of a payment, with the way back to the mail. */
export const paymentFromMail = (orderReference: string, threadId: string): Route =>
  queryHref(`/admin/payments/${orderReference}`, { mail: threadId });
