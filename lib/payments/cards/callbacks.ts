import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { promiseAlert } from '#lib/payments/alerts/alert-topics.ts';
import { storedPayload } from '#lib/payments/attempts/payloads.ts';
import type { Applied } from '#lib/payments/attempts/transitions.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { MAX_CALLBACK_TRIES } from '#lib/payments/limits.ts';
import type { CardCallback } from '#lib/payments/ports.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import type { Evidence } from '#lib/payments/schemas/ledger.ts';
import { withoutPayer } from './callback-text.ts';

/**
 * Returns one id per callback for all its copies. Only signed values count, because unsigned ones do not distinguish
 * two callbacks.
 */
export const callbackIdOf = ({ signedValues }: Pick<CardCallback, 'signedValues'>): string =>
  hashOf('cardgw', ...signedValues);

/** Returns whether the effect of a callback is not committed yet. */
export const isOwed = ({ state }: Pick<CallbackRow, 'state'>): boolean => state === 'received' || state === 'poison';

/** Stores a callback before anything follows from it. Returns the row of its first copy. */
export async function storeCallback(ctx: Context, callback: CardCallback, raw: Uint8Array): Promise<Row<CallbackRow>> {
  const id = callbackIdOf(callback);
  const at = ctx.now().toISOString();
  const { orderReference, merchantAccount, evidence } = callback;
  try {
    await ctx.data.create(Callbacks, id, {
      orderReference,
      merchantAccount,
      evidence: { ...evidence, inboxId: id, payload: storedPayload('cardgw', evidence.payload) },
      raw: withoutPayer(Buffer.from(raw).toString('utf8').toWellFormed()),
      state: 'received',
      tries: 0,
      dupCount: 0,
      receivedAt: at,
      updatedAt: at,
    });
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
  return ctx.data.need(Callbacks, id);
}

/** Reads the callback that a statement came from, with the reads of its transaction. */
export const callbackBehind = async (t: Reader, { inboxId }: Evidence): Promise<Row<CallbackRow> | undefined> =>
  inboxId === null ? undefined : t.get(Callbacks, inboxId);

/** Settles a callback in the transaction of its effect. A callback that must be confirmed first stays owed. */
export function settleCallback(t: Writer, id: string, { moved, confirm }: Applied, at: string): void {
  if (!confirm) t.update(Callbacks, id, { state: moved ? 'applied' : 'ignored', updatedAt: at });
}

/** Keeps a callback for an unknown reference and alerts the superadmins. */
export async function settleOrphan(ctx: Context, { id, data }: Row<CallbackRow>): Promise<void> {
  const now = ctx.now();
  const isNew = await ctx.data.tx(async (t) => {
    if (!isOwed((await t.need(Callbacks, id)).data)) return false;
    t.update(Callbacks, id, { state: 'orphan', updatedAt: now.toISOString() });
    promiseAlert(t, { kind: 'orphan', subjectId: id, count: 1, lines: [lineOf(data)] }, now);
    return true;
  });
  if (isNew) ctx.log('error', 'callback.orphaned', { inboxId: id, status: data.evidence.status });
}

const lineOf = ({ orderReference, evidence: { status, amountText, currency } }: CallbackRow) => ({
  name: orderReference,
  value: `${status}, ${amountText} ${currency}`,
});

/** Counts a failure to apply a callback. The last automatic try alerts the superadmins. */
export async function countFailure(ctx: Context, { id }: Row<CallbackRow>): Promise<void> {
  const now = ctx.now();
  const updatedAt = now.toISOString();
  const tries = await ctx.data.tx(async (t) => {
    const { data } = await t.need(Callbacks, id);
    if (!isOwed(data)) return 0;
    const count = data.tries + 1;
    t.update(Callbacks, id, { tries: count, updatedAt, ...(count >= MAX_CALLBACK_TRIES && { state: 'poison' }) });
    if (count === MAX_CALLBACK_TRIES)
      promiseAlert(t, { kind: 'poison', subjectId: id, count: 1, lines: [lineOf(data)] }, now);
    return count;
  });
  if (tries === MAX_CALLBACK_TRIES) ctx.log('error', 'callback.poisoned', { inboxId: id, tries });
}

/** Counts a copy that arrived after the callback was settled. */
export const countCopy = (ctx: Context, { id }: Row<CallbackRow>): Promise<void> =>
  ctx.data.update(Callbacks, id, { dupCount: inc(1), updatedAt: ctx.now().toISOString() });
