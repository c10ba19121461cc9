import type { UserContext } from '#lib/core/context.ts';
import type { Reader } from '#lib/data/store.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { creditCharge, creditOf } from './credit.ts';
import type { Rail } from './schemas/ledger.ts';

/** The ways to pay for an order, each with the reason where it is not open to this person just now. */
export async function railsFor(
  ctx: UserContext,
  { totalMinor, currency, fx }: Pick<Order, 'totalMinor' | 'currency' | 'fx'>,
  reader: Reader = ctx.data,
): Promise<Rail[]> {
  return [await creditRail(ctx, reader, { amountMinor: totalMinor, currency, fx })];
}

async function creditRail(ctx: UserContext, reader: Reader, due: Parameters<typeof creditCharge>[2]): Promise<Rail> {
  const processor = 'credit';
  if (!ctx.env.PAYMENT_STORE_ALLOW_CREDIT) return { processor, available: false, code: 'RailDisabled' };
  const credit = await creditOf(reader, ctx.user.id);
  const charge = creditCharge(ctx.env, credit, due);
  if (charge === null) return { processor, available: false, code: 'CurrencyNotAccepted' };
  if (charge > credit.balanceMinor) return { processor, available: false, code: 'InsufficientCredit' };
  return { processor, available: true };
}
