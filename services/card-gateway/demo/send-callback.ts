import { z } from 'zod';
import { isSigned } from '#services/card-gateway/signature.ts';
import type { Merchant } from './message.ts';
import type { GatewayCallback, Payment } from './payment.ts';

const ANSWER_MS = 10_000;
const MINUTE_MS = 60_000;
/** Minutes before the next try. After these, every hour. */
const waits = [1, 2, 5, 15, 30, 60];
const LAST_WAIT = 60;
const GIVE_UP_MINUTES = 96 * 60;

/** Returns when a callback is sent again after this many tries, or null after 96 hours. `speed` shortens all delays. */
export function nextTryAt(
  callback: Pick<GatewayCallback, 'createdAt'>,
  tries: number,
  now: Date,
  speed: number,
): Date | null {
  const at = now.getTime() + ((waits[tries - 1] ?? LAST_WAIT) * MINUTE_MS) / speed;
  const end = Date.parse(callback.createdAt) + (GIVE_UP_MINUTES * MINUTE_MS) / speed;
  return at > end ? null : new Date(at);
}

const accept = z.object({
  orderReference: z.string(),
  status: z.literal('accept'),
  time: z.union([z.int(), z.string()]).transform(String),
  signature: z.string(),
});

type Sending = {
  readonly callback: GatewayCallback;
  readonly payment: Payment;
  readonly merchant: Merchant;
  readonly stop: AbortSignal;
};

/**
 * Sends a callback once. Returns `accepted` only for a 200 with a correctly signed accept of this payment. Any other
 * result is the reason of the failure.
 */
export async function sendCallback({ callback, payment, merchant, stop }: Sending): Promise<string> {
  if (payment.serviceUrl === null) return 'no_address';
  try {
    const reply = await fetch(payment.serviceUrl, {
      method: 'POST',
      headers: { 'content-type': callback.contentType },
      body: callback.body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]),
    });
    const text = await reply.text();
    return reply.status === 200 ? verdictOf(text, payment, merchant) : `status_${reply.status}`;
  } catch {
    return 'no_answer';
  }
}

function verdictOf(text: string, { orderReference }: Payment, { secret }: Merchant): string {
  const read = accept.safeParse(jsonOrNull(text));
  if (!read.success) return 'no_accept';
  const { orderReference: reference, status, time, signature } = read.data;
  if (reference !== orderReference) return 'another_reference';
  return isSigned(secret, [reference, status, time], signature) ? 'accepted' : 'wrong_signature';
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
