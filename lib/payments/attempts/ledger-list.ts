import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import { type LedgerFilter, ledgerNewestFirst } from '#lib/payments/queries.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import type { LedgerPage } from '#lib/payments/schemas/payments-admin.ts';
import { findAttempts, toLedgerView } from './ledger.ts';

export type ListPage = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Lists the attempts of all users, newest first, for the console. */
export async function listLedger(ctx: Context, filter: LedgerFilter, { limit, cursor }: ListPage): Promise<LedgerPage> {
  const page = await ctx.data.find(ledgerNewestFirst(filter, limit, cursor));
  return { payments: page.rows.map(({ data }) => toLedgerView(data)), nextCursor: page.next };
}

/** Lists every attempt to pay for an order, oldest first. */
export const listOrderPayments = async ({ data }: Context, orderId: string): Promise<readonly LedgerView[]> =>
  (await findAttempts(data, orderId)).map(toLedgerView);
