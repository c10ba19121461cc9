import 'server-only';
import { cookies } from 'next/headers';
import type { Context } from '#lib/context/context.ts';
import { currenciesOf, MAIN_CURRENCY } from '#lib/store/products/currencies.ts';
import { CURRENCY_COOKIE } from '#lib/web/cookies.ts';

/** Returns the currency of prices: the requested one, else the stored one, if the shop has it. */
export async function chosenCurrency(ctx: Context, asked?: string | null): Promise<string> {
  const wanted = asked ?? (await cookies()).get(CURRENCY_COOKIE)?.value;
  return currenciesOf(ctx.env).find((code) => code === wanted) ?? MAIN_CURRENCY;
}
