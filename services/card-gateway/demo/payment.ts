import { z } from 'zod';
import { parseAmount } from '#lib/core/money.ts';

export const pageLanguages = ['en', 'uk', 'ru'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The state of a callback: `held` until a control releases it, `dropped` is never sent. */
const callbackStates = ['waiting', 'held', 'accepted', 'dropped', 'given_up'] as const;

const callbackSchema = z.object({
  status: z.string(),
  body: z.string(),
  contentType: z.string(),
  /** Sent this many times at the first try, one after another or all at once. */
  copies: z.int(),
  isParallel: z.boolean(),
  state: z.enum(callbackStates),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime().nullable(),
  tries: z.int(),
  lastAnswer: z.string().nullable(),
});

/** A payment as the gateway stores it. Amounts keep the exact text that was signed. */
export const paymentSchema = z.object({
  orderReference: z.string(),
  /** The unguessable key in the address of its page. */
  vkh: z.string(),
  domain: z.string(),
  amount: z.string(),
  currency: z.string(),
  lines: z.array(z.object({ name: z.string(), count: z.string(), price: z.string() })),
  /** Null: the browser's language. */
  language: z.enum(pageLanguages).nullable(),
  returnUrl: z.string().nullable(),
  serviceUrl: z.string().nullable(),
  client: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Until the page is opened, the gateway does not know the payment (1127). */
  openedAt: z.iso.datetime().nullable(),
  status: z.string(),
  reasonCode: z.int(),
  authCode: z.string(),
  changedAt: z.iso.datetime(),
  /** What was refunded in parts, in minor units, while the payment stays approved. */
  refundedMinor: z.int().default(0),
  /** The bank's verdict at a later time. */
  later: z.object({ at: z.iso.datetime(), status: z.string(), reasonCode: z.int() }).nullable(),
  /** What CHECK_STATUS returns instead of the true status, when a control asks for a contradiction. */
  claimed: z.object({ status: z.string(), reasonCode: z.int() }).nullable(),
  news: z.array(callbackSchema),
});

export type Payment = z.output<typeof paymentSchema>;
export type GatewayCallback = Payment['news'][number];
export type Verdict = { readonly status: string; readonly reasonCode: number };

/** True while the buyer is on the bank's own page. */
export const awaitsBank = ({ status, reasonCode }: Payment): boolean =>
  status === 'InProcessing' && reasonCode === 5100;

export const isExpired = ({ status, expiresAt }: Payment, now: Date): boolean =>
  status === 'Expired' || Date.parse(expiresAt) <= now.getTime();

/** Returns whether the buyer may still decide: nothing is charged or in progress, and the page has not expired. */
export const isPayable = (payment: Payment, now: Date): boolean =>
  !isExpired(payment, now) &&
  payment.later === null &&
  (['Created', 'Declined'].includes(payment.status) || awaitsBank(payment));

/** True for an opened, undecided payment that has expired. The gateway reports that by itself. */
export const hasExpired = (payment: Payment, now: Date): boolean =>
  payment.openedAt !== null &&
  payment.later === null &&
  (payment.status === 'Created' || awaitsBank(payment)) &&
  isExpired(payment, now);

/** The gateway's own fee of two percent. */
export function feeMinorOf({ amount, currency }: Payment): number {
  const minor = parseAmount(amount, currency) ?? 0;
  return (minor - (minor % 50)) / 50;
}

/**
 * Returns when this payment next changes by itself, apart from callbacks in progress. Returns null when it never
 * does.
 */
export function nextChangeAt(payment: Payment, isSending: (index: number) => boolean): number | null {
  const moments = payment.news.flatMap(({ state, dueAt }, index) =>
    state === 'waiting' && dueAt !== null && !isSending(index) ? [dueAt] : [],
  );
  if (payment.later) moments.push(payment.later.at);
  else if (payment.openedAt !== null && (payment.status === 'Created' || awaitsBank(payment)))
    moments.push(payment.expiresAt);
  return moments.length === 0 ? null : Math.min(...moments.map((at) => Date.parse(at)));
}
