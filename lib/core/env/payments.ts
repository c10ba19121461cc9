import { z } from 'zod';
import { configuredCurrencies, currencyCode } from '#lib/core/money.ts';
import { flag, wholeNumber } from './parsers.ts';
import type { ShopEnv } from './shop.ts';

const currencies = z.string().transform((text, context) => {
  const list = text.split(',').map((part) => part.trim());
  for (const code of list)
    if (!currencyCode.safeParse(code).success)
      context.addIssue({ code: 'custom', message: `"${code}" is not an ISO 4217 code` });
  return list;
});

export const paymentVariables = z.object({
  PAYMENT_STORE_PROCESSOR: z.enum(['cardgw', 'credit']).default('cardgw'),
  PAYMENT_STORE_ALLOW_CREDIT: z
    .string()
    .transform((text) => text !== 'false')
    .default(true),
  PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: currencies.default([]),
  PAYMENT_TOPUP_MIN_MINOR: wholeNumber(1, 100_000_000).default(1000),
  PAYMENT_TOPUP_MAX_MINOR: wholeNumber(1, 100_000_000).default(5_000_000),
  PAYMENT_MEMBERSHIP_PRICE_MINOR: wholeNumber(1, 100_000_000).optional(),
  PAYMENT_CARD_REFUND: flag.default(false),

  CARDGW_MERCHANT_ACCOUNT: z.string().min(1).max(120).optional(),
  CARDGW_SECRET_KEY: z.string().min(1).optional(),
  CARDGW_DOMAIN: z.string().min(1).max(200).optional(),
  CARDGW_STORE_MERCHANT_ACCOUNT: z.string().min(1).max(120).optional(),
  CARDGW_STORE_SECRET_KEY: z.string().min(1).optional(),
  CARDGW_STORE_DOMAIN: z.string().min(1).max(200).optional(),
  CARDGW_PAY_URL: z.url({ protocol: /^https?$/ }).default('https://secure.wayforpay.com/pay'),
  CARDGW_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.wayforpay.com/api'),
  CARDGW_DEMO_PORT: wholeNumber(0, 65_535).default(3010),
});
type PaymentEnv = z.output<typeof paymentVariables>;

/** The account of the demo gateway. A live one never has this name. */
export const SANDBOX_MERCHANT = 'sandbox_merchant';

/** Returns why the balance or its top-ups cannot work with these settings, or null. */
export function creditProblem(env: PaymentEnv & Pick<ShopEnv, 'STORE_FX_RATES'>): string | null {
  const accepted = env.PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES;
  if (!accepted.every((currency) => configuredCurrencies(env.STORE_FX_RATES).includes(currency)))
    return 'PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: each currency needs a rate in STORE_FX_RATES';
  if (env.PAYMENT_TOPUP_MAX_MINOR < env.PAYMENT_TOPUP_MIN_MINOR)
    return 'PAYMENT_TOPUP_MAX_MINOR must not be less than PAYMENT_TOPUP_MIN_MINOR';
  if (env.PAYMENT_STORE_PROCESSOR === 'credit' && !env.PAYMENT_STORE_ALLOW_CREDIT)
    return 'PAYMENT_STORE_PROCESSOR is credit, but PAYMENT_STORE_ALLOW_CREDIT switches credit off';
  return null;
}

/**
 * Returns why the card gateway is misconfigured, or null. It must be configured completely or not at all, and use
 * https.
 */
export function cardProblem(env: PaymentEnv): string | null {
  const common = [env.CARDGW_MERCHANT_ACCOUNT, env.CARDGW_SECRET_KEY, env.CARDGW_DOMAIN];
  if (common.some(Boolean) && !common.every(Boolean))
    return 'CARDGW_MERCHANT_ACCOUNT, CARDGW_SECRET_KEY and CARDGW_DOMAIN must be set together: one of them is missing';
  if ((env.CARDGW_STORE_MERCHANT_ACCOUNT === undefined) !== (env.CARDGW_STORE_SECRET_KEY === undefined))
    return 'CARDGW_STORE_MERCHANT_ACCOUNT and CARDGW_STORE_SECRET_KEY must be set together: one of them is missing';
  const ofStore = env.CARDGW_STORE_MERCHANT_ACCOUNT ?? env.CARDGW_STORE_DOMAIN;
  if (ofStore !== undefined && env.CARDGW_MERCHANT_ACCOUNT === undefined)
    return 'CARDGW_MERCHANT_ACCOUNT is missing: CARDGW_STORE_* only overrides the common account';
  if ([env.CARDGW_MERCHANT_ACCOUNT, env.CARDGW_STORE_MERCHANT_ACCOUNT].includes(SANDBOX_MERCHANT))
    return `CARDGW_MERCHANT_ACCOUNT is ${SANDBOX_MERCHANT}: that is the account of the demo gateway`;
  if (env.CARDGW_MERCHANT_ACCOUNT === undefined) return null;
  const isOneAccount = env.CARDGW_STORE_MERCHANT_ACCOUNT === env.CARDGW_MERCHANT_ACCOUNT;
  // The wrong one of the two would show only when every callback of the other purposes is rejected.
  if (isOneAccount && env.CARDGW_STORE_SECRET_KEY !== env.CARDGW_SECRET_KEY)
    return 'CARDGW_STORE_SECRET_KEY must equal CARDGW_SECRET_KEY: both are for the same merchant account';
  const open = (['CARDGW_PAY_URL', 'CARDGW_API_URL'] as const).find((name) => !env[name].startsWith('https:'));
  return open === undefined ? null : `${open} must be https: a live account is configured`;
}
