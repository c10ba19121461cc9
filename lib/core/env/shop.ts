import { z } from 'zod';
import { currencyCode, rateText } from '#lib/core/money.ts';
import { flag, wholeNumber } from './parsers.ts';

/** `EUR:48.20,USD:41.50`: units of the main currency for one unit of each. */
const fxRates = z.string().transform((text, context) => {
  const rates: Record<string, string> = {};
  for (const part of text.split(',').filter((piece) => piece !== '')) {
    const [currency = '', rate = ''] = part.trim().split(':');
    if (!currencyCode.safeParse(currency).success || !rateText.safeParse(rate).success)
      context.addIssue({ code: 'custom', message: `"${part}" must look like EUR:48.20` });
    rates[currency] = rate;
  }
  return rates;
});

/** The shop: rates, holds, commission, returns. */
export const shopVariables = z.object({
  STORE_FX_RATES: fxRates.default({}),
  STORE_PRICE_ROUNDING: z.enum(['shop', 'exact']).default('shop'),
  STORE_GROUP_FAMILIES: flag.default(true),
  STORE_HOLD_MINUTES: wholeNumber(1, 1440).default(15),
  STORE_HOLD_CAP_MINUTES: wholeNumber(1, 1440).default(45),
  STORE_HOLD_MAX_UNITS: wholeNumber(1, 1_000_000).default(100),
  STORE_COMMISSION_BPS: wholeNumber(0, 10_000).default(1000),
  STORE_RETURN_DAYS: wholeNumber(0, 365).default(14),
  STORE_REFERRAL_BPS: wholeNumber(0, 10_000).default(0),
});
export type ShopEnv = z.output<typeof shopVariables>;

/** Returns why the times of a hold contradict each other, or null. */
export const holdProblem = (env: ShopEnv): string | null =>
  env.STORE_HOLD_CAP_MINUTES < env.STORE_HOLD_MINUTES
    ? 'STORE_HOLD_CAP_MINUTES must not be less than STORE_HOLD_MINUTES'
    : null;
