import type { Context } from '#lib/context/context.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { orderReference } from '#lib/payments/schemas/ledger.ts';

/** Where the buyers of attempts nobody knows are led. */
const ORDERS = '/orders';

/** Where a buyer goes who comes back from the gateway's page: reads the attempt, believes nothing else, writes nothing. */
export async function returnPathFor(ctx: Pick<Context, 'data'>, reference: string | undefined): Promise<string> {
  const known = orderReference.safeParse(reference);
  const row = known.success ? await ctx.data.get(PaymentTransactions, known.data) : undefined;
  return row?.data.returnUrl ?? ORDERS;
}
