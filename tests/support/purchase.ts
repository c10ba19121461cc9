import { randomUUID } from 'node:crypto';
import type { Client, Reply } from './http-client.ts';

export type Buyer = { readonly userId: string; readonly cookie: string };
export type Line = { readonly id: string; readonly qty: number };
export const purchaseSteps = ['cart', 'hold', 'order', 'pay'] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

export type Purchase = {
  /** The step that was refused, or null when the order is paid. */
  readonly stoppedAt: PurchaseStep | null;
  readonly status: number;
  readonly orderId: string | null;
  readonly tookMs: Readonly<Record<PurchaseStep, number>>;
  readonly bytes: number;
};

const orderIdOf = (reply: Reply): string => (JSON.parse(reply.body) as { order: { id: string } }).order.id;

export const saveCart = (client: Client, { cookie }: Buyer, items: readonly Line[]) =>
  client.call({ method: 'POST', path: '/api/store/cart', cookie, body: { items } });
export const holdCart = (client: Client, { cookie }: Buyer) =>
  client.call({ method: 'POST', path: '/api/store/cart/hold', cookie });
export const placeOrder = (client: Client, { cookie }: Buyer, key: string | null = randomUUID()) =>
  client.call({ method: 'POST', path: '/api/store/orders', cookie, body: {}, ...(key ? { key } : {}) });
export const payByCredit = (client: Client, { cookie }: Buyer, orderId: string) =>
  client.call({ method: 'POST', path: '/api/store/payments/credit', cookie, body: { orderId } });
export const payByCard = (client: Client, { cookie }: Buyer, orderId: string) =>
  client.call({ method: 'POST', path: '/api/store/payments/cardgw', cookie, body: { orderId } });
export const readPayment = (client: Client, { cookie }: Buyer, orderId: string) =>
  client.call({ path: `/api/store/payments/${orderId}/status`, cookie });

/** Makes a whole purchase in its four calls; stops at the first refusal. */
export async function buy(client: Client, buyer: Buyer, items: readonly Line[]): Promise<Purchase> {
  const tookMs = { cart: 0, hold: 0, order: 0, pay: 0 };
  let orderId: string | null = null;
  let last: Reply = { status: 0, body: '', bytes: 0, headers: {} };
  let bytes = 0;
  for (const step of purchaseSteps) {
    const from = performance.now();
    if (step === 'cart') last = await saveCart(client, buyer, items);
    else if (step === 'hold') last = await holdCart(client, buyer);
    else if (step === 'order') last = await placeOrder(client, buyer);
    else last = await payByCredit(client, buyer, orderId ?? '');
    tookMs[step] = performance.now() - from;
    bytes += last.bytes;
    if (last.status >= 300) return { stoppedAt: step, status: last.status, orderId, tookMs, bytes };
    if (step === 'order') orderId = orderIdOf(last);
  }
  return { stoppedAt: null, status: last.status, orderId, tookMs, bytes };
}
