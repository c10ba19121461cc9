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
import type { InboxRow } from '#lib/payments/schemas/inbox.ts';
import { type LedgerRow, orderReference } from '#lib/payments/schemas/ledger.ts';
import { askGateway, cardGatewayOf, claimLook, gatewayUnavailable, INLINE_MS } from './ask-gateway.ts';
import { countCopy, countFailure, isOwed, settleOrphan, takeIn } from './inbox.ts';

/** What a forged callback changes: this counter, and nothing else. */
export const REFUSED_CALLBACKS = { name: 'callbacks_refused', shards: 8 } as const;

/** The gateway is still being answered for this long; nobody else takes its callback up. */
const ANSWER_MS = 30 * SECOND_MS;
/** Each of them may wait for a word of the gateway. */
const SLICE = 10;

/**
 * Takes a callback of the card gateway from its raw bytes. The signed word that it was taken is given only when its
 * effect is committed; a repeat of a settled one gets that word again and changes nothing. Throws ValidationError,
 * Unauthorized, ServiceUnavailable where the gateway is to repeat it, and anything else as our own failure.
 */
export async function receiveCallback(ctx: Context, raw: Uint8Array): Promise<CardAccept> {
  const gateway = cardGatewayOf(ctx);
  const callback = gateway.readCallback(raw);
  if ('problem' in callback) return refuse(ctx, callback.problem);
  const entry = await takeIn(ctx, callback, raw);
  await fault('webhook.after_verify');
  await (isOwed(entry.data) ? applyCallback(ctx, entry) : countCopy(ctx, entry));
  return gateway.accept(callback, ctx.now());
}

async function refuse(ctx: Context, problem: CallbackProblem): Promise<never> {
  if (problem === 'unreadable') throw invalid('This is no callback of the card gateway');
  ctx.log('warn', 'callback.refused', { problem });
  await ctx.data.counter(REFUSED_CALLBACKS.name, REFUSED_CALLBACKS.shards).add(1);
  throw unauthorized('This is not signed by the card gateway');
}

/**
 * Applies a callback that is owed its effect. A claim that an attempt was paid after its end is believed only when the
 * gateway says so itself. A failure is counted, unless the store or the gateway was only busy.
 */
export async function applyCallback(ctx: Context, entry: Row<InboxRow>): Promise<void> {
  try {
    const { id: inboxId, data } = entry;
    if (!(await isOurReference(ctx, data.orderReference))) return await settleOrphan(ctx, entry);
    const { confirm, row } = await applyPaymentResult(ctx, data.orderReference, { ...data.evidence, inboxId });
    if (confirm) await askAbout(ctx, row, inboxId);
  } catch (error) {
    if (error instanceof AppError && error.name === 'ServiceUnavailable') throw error;
    await countFailure(ctx, entry);
    throw new Error('A callback could not be applied', { cause: error });
  }
}

/** Asks the gateway whether a claim is true; while somebody else does, the callback stays owed and is repeated. */
async function askAbout(ctx: Context, row: LedgerRow, inboxId: string): Promise<void> {
  cardGatewayOf(ctx); // Where there is none to ask, the look is left to whoever has one.
  const claimed = await claimLook(ctx, row, () => true);
  if (!claimed) throw gatewayUnavailable();
  await askGateway(ctx, claimed, { withinMs: INLINE_MS, inboxId });
}

/** A signature says who wrote it, not that the reference was ever ours, or is one at all. */
export const isOurReference = async (ctx: Context, reference: string): Promise<boolean> =>
  orderReference.safeParse(reference).success && (await ctx.data.get(PaymentTransactions, reference)) !== undefined;

export type Drained = { readonly seen: number; readonly done: number; readonly next: Cursor | null };

/**
 * Applies a slice of the callbacks whose gateway got no answer, after a crash or a busy moment. One that fails is left
 * for the next turn and keeps no other from its own. Once the gateway does not answer, nothing more is asked of it in
 * this slice: what would have to be is left as well.
 */
export async function drainInbox(ctx: Context, after?: Cursor): Promise<Drained> {
  const { rows, next } = await ctx.data.find(callbacksOwed(before(ctx.now(), ANSWER_MS), SLICE).after(after));
  let asking = ctx;
  let done = 0;
  for (const entry of rows) {
    const end = await applyQuietly(asking, entry);
    if (end === 'done') done += 1;
    if (end === 'unreachable') asking = { ...ctx, cardGateway: null };
  }
  return { seen: rows.length, done, next };
}

async function applyQuietly(ctx: Context, entry: Row<InboxRow>): Promise<'done' | 'failed' | 'unreachable'> {
  try {
    await applyCallback(ctx, entry);
    return 'done';
  } catch (error) {
    ctx.log('warn', 'callback.failed', { inboxId: entry.id, error });
    return codeOf(error) === 'GatewayUnavailable' ? 'unreachable' : 'failed';
  }
}
