import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Reply } from '#tests/support/http-client.ts';
import {
  type Buyer,
  holdCart,
  type Line,
  type PurchaseStep,
  payByCredit,
  placeOrder,
  purchaseSteps,
  saveCart,
} from '#tests/support/purchase.ts';

export type Outcome = {
  /** HTTP status of the last response. */
  readonly status: number;
  readonly isPaid: boolean;
  /** Duration of the slowest call. */
  readonly longestMs: number;
  readonly tookMs: Readonly<Record<PurchaseStep, number>>;
  /** True when the connection broke and the purchase continued at another server. */
  readonly moved: boolean;
};

/** How often a shopper repeats a call that was answered 503 after their server had died. */
const PATIENCE = 20;

/**
 * Makes a purchase in four calls and stops at the first refusal. If the connection breaks, the call is repeated at
 * `otherwise`, as a load balancer would route it. The dead server may still hold locks on the shopper's documents, so
 * after that a 503 is repeated when its Retry-After has passed.
 */
export async function shop(first: Client, otherwise: Client, buyer: Buyer, items: readonly Line[]): Promise<Outcome> {
  const tookMs = { cart: 0, hold: 0, order: 0, pay: 0 };
  const key = randomUUID();
  let [client, orderId, moved] = [first, '', false];
  const call = (step: PurchaseStep): Promise<Reply> => {
    if (step === 'cart') return saveCart(client, buyer, items);
    if (step === 'hold') return holdCart(client, buyer);
    if (step === 'order') return placeOrder(client, buyer, key);
    return payByCredit(client, buyer, orderId);
  };
  let [status, isPaid] = [0, false];
  for (const step of purchaseSteps) {
    const from = performance.now();
    let reply = await call(step).catch(() => {
      [client, moved] = [otherwise, true];
      return call(step);
    });
    for (let tries = 0; moved && reply.status === 503 && tries < PATIENCE; tries++) {
      await pause(Number(reply.headers['retry-after'] ?? 1) * 1000);
      reply = await call(step);
    }
    tookMs[step] = performance.now() - from;
    status = reply.status;
    // The killed server may have captured the payment before it died. The repeated call then responds with AlreadyPaid.
    isPaid = step === 'pay' && (status < 300 || (moved && reply.body.includes('AlreadyPaid')));
    if (status >= 300) break;
    if (step === 'order') orderId = (JSON.parse(reply.body) as { order: { id: string } }).order.id;
  }
  return { status, isPaid, tookMs, longestMs: Math.max(...Object.values(tookMs)), moved };
}
