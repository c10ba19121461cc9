import type { Context } from '#lib/context/context.ts';
import { toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { type ListPage, listLedger } from '#lib/payments/attempts/ledger-list.ts';
import { toCallbackView } from '#lib/payments/cards/callback-view.ts';
import { attemptsWithRefund, callbacksInState, ledgerNewestFirst, partRefundsInState } from '#lib/payments/queries.ts';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { type PartRefundView, partRefundView } from '#lib/payments/schemas/part-refund.ts';
import { type AttentionKind, attentionKinds } from '#lib/payments/values.ts';

/** One kind of item that waits for a person: payments, callbacks or refunds of parts, newest first. */
export type AttentionPage = {
  readonly payments: readonly LedgerView[];
  readonly callbacks: readonly CallbackView[];
  readonly refunds: readonly PartRefundView[];
  readonly nextCursor: string | null;
};

const nothing = { payments: [], callbacks: [], refunds: [] } as const;
const stateOf = { part_owed: 'owed', part_failed: 'failed' } as const;

/** Lists the items of one kind that wait for a person. */
export async function listAttention(ctx: Context, kind: AttentionKind, page: ListPage): Promise<AttentionPage> {
  const { limit, cursor } = page;
  switch (kind) {
    case 'suspicious':
      return { ...nothing, ...(await listLedger(ctx, { status: 'suspicious' }, page)) };
    case 'refund_failed': {
      const { rows, next } = await ctx.data.find(attemptsWithRefund('failed', limit, cursor));
      return { ...nothing, payments: rows.map(({ data }) => toLedgerView(data)), nextCursor: next };
    }
    case 'part_owed':
    case 'part_failed': {
      const { rows, next } = await ctx.data.find(partRefundsInState(stateOf[kind], limit, cursor));
      const refunds = rows.map(({ id, data }) => partRefundView.parse({ ...data, id }));
      return { ...nothing, refunds, nextCursor: next };
    }
    case 'orphan':
    case 'poison': {
      const { rows, next } = await ctx.data.find(callbacksInState(kind, limit, cursor));
      return { ...nothing, callbacks: rows.map(toCallbackView), nextCursor: next };
    }
  }
}

/** Counts the items that wait for a person, at most `most` of each kind. */
export async function countAttention({ data }: Pick<Context, 'data'>, most: number): Promise<number> {
  const counts = await Promise.all([
    data.count(ledgerNewestFirst({ status: 'suspicious' }, most)),
    data.count(attemptsWithRefund('failed', most)),
    data.count(partRefundsInState('owed', most)),
    data.count(partRefundsInState('failed', most)),
    data.count(callbacksInState('orphan', most)),
    data.count(callbacksInState('poison', most)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Lists the newest items that wait for a person, kind by kind. A kind without items is left out. */
export async function listAllAttention(
  ctx: Context,
  limit: number,
): Promise<readonly (AttentionPage & { readonly kind: AttentionKind })[]> {
  const pages = await Promise.all(
    attentionKinds.map(async (kind) => ({ kind, ...(await listAttention(ctx, kind, { limit })) })),
  );
  return pages.filter(({ payments, callbacks, refunds }) => payments.length + callbacks.length + refunds.length > 0);
}
