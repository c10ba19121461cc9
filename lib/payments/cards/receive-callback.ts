import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf, invalid, unauthorized } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { CallbackProblem, CardAccept } from '#lib/payments/ports.ts';
import { callbacksOwed } from '#lib/payments/queries.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import { type LedgerRow, orderReference } from '#lib/payments/schemas/ledger.ts';
import { countCopy, countFailure, isOwed, settleOrphan, storeCallback } from './callbacks.ts';
import { cardGatewayOf, claimCheck, gatewayUnavailable, INLINE_MS, queryGateway } from './query-gateway.ts';

/** The counter of forged callbacks. A forged callback changes nothing else. */
export const REFUSED_CALLBACKS = { name: 'callbacks_refused', shards: 8 } as const;

/** For this long the request of the gateway is still in progress, so no job takes up its callback. */
const ANSWER_MS = 30 * SECOND_MS;
/** Each callback may wait for a reply of the gateway. */
const SLICE = 10;

/**
 * Receives a callback of the card gateway from its raw bytes. Returns the signed acceptance only after the effect is
 * committed. A copy of a settled callback gets the same acceptance and changes nothing. Throws ValidationError and
 * Unauthorized, ServiceUnavailable when the gateway should repeat it, and any other error as our own failure.
 */
export async function receiveCallback(ctx: Context, raw: Uint8Array): Promise<CardAccept> {
  const gateway = cardGatewayOf(ctx);
  const callback = gateway.readCallback(raw);
  if ('problem' in callback) return refuse(ctx, callback.problem);
  const entry = await storeCallback(ctx, callback, raw);
  await fault('webhook.after_verify');
  await (isOwed(entry.data) ? applyCallback(ctx, entry) : countCopy(ctx, entry));
  return gateway.accept(callback, ctx.now());
}

async function refuse(ctx: Context, problem: CallbackProblem): Promise<never> {
  if (problem === 'unreadable') throw invalid('The body is not a callback of the card gateway');
  ctx.log('warn', 'callback.refused', { problem });
  await ctx.data.counter(REFUSED_CALLBACKS.name, REFUSED_CALLBACKS.shards).add(1);
  throw unauthorized('The signature of the card gateway is not valid');
}

/**
 * Applies a callback whose effect is owed. A claim that an attempt was paid after its end counts only when the
 * gateway confirms it. A failure is counted, unless the store or the gateway was only busy.
 */
export async function applyCallback(ctx: Context, entry: Row<CallbackRow>): Promise<void> {
  try {
    const { id: inboxId, data } = entry;
    if (!(await isOurReference(ctx, data.orderReference))) return await settleOrphan(ctx, entry);
    const { confirm, row } = await applyPaymentResult(ctx, data.orderReference, { ...data.evidence, inboxId });
    if (confirm) await confirmByGateway(ctx, row, inboxId);
  } catch (error) {
    if (error instanceof AppError && error.name === 'ServiceUnavailable') throw error;
    await countFailure(ctx, entry);
    throw new Error('The callback could not be applied', { cause: error });
  }
}

/** Asks the gateway whether a claim is true. While another caller asks, the callback stays owed and is repeated. */
async function confirmByGateway(ctx: Context, row: LedgerRow, inboxId: string): Promise<void> {
  cardGatewayOf(ctx); // Without a gateway the check is left to a process that has one.
  const claimed = await claimCheck(ctx, row, () => true);
  if (!claimed) throw gatewayUnavailable();
  await queryGateway(ctx, claimed, { withinMs: INLINE_MS, inboxId });
}

/** A signature proves who wrote the callback. It does not prove that the reference is ours or even valid. */
export const isOurReference = async (ctx: Context, reference: string): Promise<boolean> =>
  orderReference.safeParse(reference).success && (await ctx.data.get(PaymentTransactions, reference)) !== undefined;

export type Drained = { readonly seen: number; readonly done: number; readonly next: Cursor | null };

/**
 * Applies a slice of the callbacks that got no reply from us, after a crash or a busy moment. A failed callback waits
 * for the next run and does not block the others. Once the gateway does not reply, this slice asks nothing more of
 * it. Callbacks that need its reply then wait too.
 */
export async function drainCallbacks(ctx: Context, after?: Cursor): Promise<Drained> {
  const { rows, next } = await ctx.data.find(callbacksOwed(before(ctx.now(), ANSWER_MS), SLICE).after(after));
  let asking = ctx;
  let done = 0;
  for (const entry of rows) {
    const outcome = await applyQuietly(asking, entry);
    if (outcome === 'done') done += 1;
    if (outcome === 'unreachable') asking = { ...ctx, cardGateway: null };
  }
  return { seen: rows.length, done, next };
}

async function applyQuietly(ctx: Context, entry: Row<CallbackRow>): Promise<'done' | 'failed' | 'unreachable'> {
  try {
    await applyCallback(ctx, entry);
    return 'done';
  } catch (error) {
    ctx.log('warn', 'callback.failed', { inboxId: entry.id, error });
    return codeOf(error) === 'GatewayUnavailable' ? 'unreachable' : 'failed';
  }
}
