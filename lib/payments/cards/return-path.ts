import type { Context } from '#lib/context/context.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { orderReference } from '#lib/payments/schemas/ledger.ts';

/** Where the buyer of an unknown attempt is sent. */
const ORDERS = '/orders';

/**
 * Returns the path for a buyer who comes back from the gateway's page. Reads only the attempt, trusts no other
 * parameter and writes nothing.
 */
export async function returnPathFor(ctx: Pick<Context, 'data'>, reference: string | undefined): Promise<string> {
  const known = orderReference.safeParse(reference);
  const row = known.success ? await ctx.data.get(PaymentTransactions, known.data) : undefined;
  return row?.data.returnUrl ?? ORDERS;
}
