import type { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { attemptsOfUser } from '#lib/payments/queries.ts';
import type { LedgerPage, userPaymentsQuery } from '#lib/payments/schemas/payments-admin.ts';
import { toLedgerView } from './ledger.ts';

/** Lists the attempts of one user, newest first, for the console. */
export async function listUserPayments(
  ctx: Context,
  userId: string,
  { purposes, limit, cursor }: z.output<typeof userPaymentsQuery>,
): Promise<LedgerPage> {
  const page = await ctx.data.find(attemptsOfUser(userId, purposes, limit, cursor));
  return { payments: page.rows.map(({ data }) => toLedgerView(data)), nextCursor: page.next };
}
