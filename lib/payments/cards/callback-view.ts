import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import { maskedText } from './callback-text.ts';
import { isOurReference } from './receive-callback.ts';

export type CallbackDetails = CallbackView & {
  readonly merchantAccount: string;
  /** Its body, masked. */
  readonly text: string;
  /** Whether it refers to an attempt of ours. */
  readonly isOurs: boolean;
};

/** Returns a callback without its body. */
export const toCallbackView = ({ id, data }: Row<CallbackRow>): CallbackView => ({
  id,
  orderReference: data.orderReference,
  state: data.state,
  tries: data.tries,
  dupCount: data.dupCount,
  receivedAt: data.receivedAt,
  updatedAt: data.updatedAt,
  status: data.evidence.status,
  amountText: data.evidence.amountText,
  currency: data.evidence.currency,
  reasonCode: data.evidence.reasonCode,
});

/** Returns any callback with its masked body. For callers who may see all of them. */
export async function getCallback(ctx: Context, id: string): Promise<CallbackDetails> {
  const row = await ctx.data.get(Callbacks, id);
  if (!row) throw notFound('Callback', id);
  const { orderReference, merchantAccount, raw } = row.data;
  const isOurs = await isOurReference(ctx, orderReference);
  return { ...toCallbackView(row), merchantAccount, text: maskedText(raw), isOurs };
}
