import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { readNumbered } from '#lib/data/numbered.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { Payable, PurposeHandler } from '#lib/payments/ports.ts';
import { attemptsOfOrder } from '#lib/payments/queries.ts';
import type { LedgerRow, LedgerView } from '#lib/payments/schemas/ledger.ts';
import type { Processor, Purpose } from '#lib/payments/values.ts';
import { isLive } from './pay-state.ts';

const PAGE = 100;
/** Most payables are paid at the first or second attempt. */
const USUAL_ATTEMPTS = 2;

/** Returns the handler registered for a purpose in this process. */
export function handlerOf({ purposes }: Pick<Context, 'purposes'>, purpose: Purpose): PurposeHandler {
  const handler = purposes[purpose];
  if (!handler) throw new Error(`no handler is registered for the purpose ${purpose}`);
  return handler;
}

/**
 * Reads every attempt for one payable, oldest first, by the references `{stem}-1`, `{stem}-2` and so on. The
 * parameter is an object, because an order id could be mistaken for a stem.
 */
export async function attemptsOf(reader: Reader, { stem }: Pick<Payable, 'stem'>): Promise<LedgerRow[]> {
  const rows = await readNumbered(reader, PaymentTransactions, (n) => `${stem}-${n + 1}`, USUAL_ATTEMPTS);
  return rows.map(({ data }) => data);
}

/**
 * Reads every attempt for an order when only its id is known. It queries, so do not call it within a hot transaction.
 */
export async function findAttempts(reader: Reader, orderId: string): Promise<LedgerRow[]> {
  const attempts: LedgerRow[] = [];
  for await (const rows of pagesOf(reader, (after) => attemptsOfOrder(orderId, PAGE).after(after)))
    attempts.push(...rows.map(({ data }) => data));
  return attempts;
}

/** Returns any attempt. For callers who may see all of them. */
export async function getAttempt({ data }: Context, orderReference: string): Promise<LedgerRow> {
  const row = await data.get(PaymentTransactions, orderReference);
  if (!row) throw notFound('Payment', orderReference);
  return row.data;
}

type Start = { readonly purpose: Purpose; readonly processor: Processor; readonly n: number; readonly at: string };

/** Returns a new attempt that is not stored yet. Its reference is unused, because `n` counts all attempts. */
export const newAttempt = (payable: Payable, { purpose, processor, n, at }: Start): LedgerRow => ({
  orderReference: `${payable.stem}-${n}`,
  n,
  purpose,
  processor,
  userId: payable.userId,
  orderId: purpose === 'store_order' ? payable.id : null,
  vendorIds: [...payable.vendorIds],
  amountMinor: payable.amountMinor,
  currency: payable.currency,
  status: 'created',
  refundState: 'none',
  excess: false,
  failure: null,
  returnUrl: null,
  locale: payable.locale,
  paymentUrl: null,
  requestedAt: at,
  expiresAt: null,
  closedAt: null,
  claimedAt: null,
  nextCheckAt: null,
  lookedAt: null,
  checks: 0,
  settleAskedAt: null,
  refunding: null,
  partsBack: null,
  evidence: [],
  signed: null,
  fx: payable.fx,
  processor_payload: {},
  paidAt: null,
  refundedAt: null,
  version: 0,
  createdAt: at,
  updatedAt: at,
});

/**
 * Closes earlier open attempts because a newer one replaces them. Returns all attempts as they are now. We cannot
 * withdraw a page at the gateway: a payment on a replaced page is money in excess.
 */
export function supersede(t: Writer, attempts: readonly LedgerRow[], at: string): LedgerRow[] {
  return attempts.map((attempt) => {
    if (!isLive(attempt)) return attempt;
    const change = { status: 'superseded', closedAt: attempt.closedAt ?? at, updatedAt: at } as const;
    t.update(PaymentTransactions, attempt.orderReference, { ...change, version: attempt.version + 1 });
    return { ...attempt, ...change, version: attempt.version + 1 };
  });
}

/** Returns the lane that claims of an attempt pass through. */
export const rowLane = (orderReference: string): string => `${PaymentTransactions.name}/${orderReference}`;

export const orderLane = (orderId: string): string => `orders/${orderId}`;

/** Returns the prefix shared by the references of all attempts for one payable. */
export const stemOf = (orderReference: string): string => orderReference.slice(0, orderReference.lastIndexOf('-'));

/** Returns the attempt as its owner and the console see it. */
export function toLedgerView(row: LedgerRow): LedgerView {
  return { ...row, orderNumber: row.orderId === null ? null : stemOf(row.orderReference) };
}
