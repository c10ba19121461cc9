import type { UserContext } from '#lib/context/context.ts';
import type { Reader } from '#lib/data/store.ts';
import { creditCharge, creditOf } from '#lib/payments/credit/credit.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import { cardCurrencies } from '#lib/payments/values.ts';

type Due = Parameters<typeof creditCharge>[2];
/** The total to be paid. An order of the shop is one. */
type Total = Pick<Due, 'currency' | 'fx'> & { readonly totalMinor: number };

/**
 * Returns the ways to pay for an order. Each unavailable way carries its reason. The one named by
 * PAYMENT_STORE_PROCESSOR comes first.
 */
export async function railsFor(
  ctx: UserContext,
  { totalMinor, currency, fx }: Total,
  reader: Reader = ctx.data,
): Promise<Rail[]> {
  const rails = [cardRail(ctx, currency), await creditRail(ctx, reader, { amountMinor: totalMinor, currency, fx })];
  const isFirst = ({ processor }: Rail) => processor === ctx.env.PAYMENT_STORE_PROCESSOR;
  return [...rails.filter(isFirst), ...rails.filter((rail) => !isFirst(rail))];
}

function cardRail({ cardGateway }: UserContext, currency: string): Rail {
  const processor = 'cardgw';
  if (cardGateway === null) return { processor, available: false, code: 'GatewayNotConfigured' };
  if (!isCardCurrency(currency)) return { processor, available: false, code: 'CurrencyNotAccepted' };
  return { processor, available: true };
}

/** Returns whether the card gateway accepts a currency. */
export const isCardCurrency = (currency: string): boolean => cardCurrencies.some((taken) => taken === currency);

async function creditRail(ctx: UserContext, reader: Reader, due: Due): Promise<Rail> {
  const processor = 'credit';
  if (!ctx.env.PAYMENT_STORE_ALLOW_CREDIT) return { processor, available: false, code: 'RailDisabled' };
  const credit = await creditOf(reader, ctx.user.id);
  const charge = creditCharge(ctx.env, credit, due);
  if (charge === null) return { processor, available: false, code: 'CurrencyNotAccepted' };
  if (charge > credit.balanceMinor) return { processor, available: false, code: 'InsufficientCredit' };
  return { processor, available: true };
}
