import { z } from 'zod';
import { currencyCode, rateText } from '#lib/core/money.ts';
import { flag, wholeNumber } from './parsers.ts';
import type { ServerEnv } from './server.ts';

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

/** The database and the files. */
export const databaseVariables = z.object({
  SQLITE_SYNCHRONOUS: z.enum(['FULL', 'NORMAL']).default('FULL'),
  FIRESTORE_PROJECT_ID: z.string().min(1).optional(),
  FIRESTORE_DATABASE_ID: z.string().min(1).default('(default)'),
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().min(1).optional(),
  FIRESTORE_EMULATOR_HOST: z.string().min(1).optional(),
  STRICT_INDEXES: flag.default(false),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  FILES_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
});
export type DatabaseEnv = z.output<typeof databaseVariables>;

/** The shop: rates, holds, commission, returns. */
export const shopVariables = z.object({
  STORE_FX_RATES: fxRates.default({}),
  STORE_PRICE_ROUNDING: z.enum(['shop', 'exact']).default('shop'),
  STORE_HOLD_MINUTES: wholeNumber(1, 1440).default(15),
  STORE_HOLD_CAP_MINUTES: wholeNumber(1, 1440).default(45),
  STORE_HOLD_MAX_UNITS: wholeNumber(1, 1_000_000).default(100),
  STORE_COMMISSION_BPS: wholeNumber(0, 10_000).default(1000),
  STORE_RETURN_DAYS: wholeNumber(0, 365).default(14),
});
export type ShopEnv = z.output<typeof shopVariables>;

/** Returns why this database must not be used, or null. */
export function databaseProblem(
  env: DatabaseEnv & Pick<ServerEnv, 'NODE_ENV' | 'APP_ORIGIN' | 'VERCEL'>,
): string | null {
  if (env.NODE_ENV === 'production' && env.FIRESTORE_EMULATOR_HOST !== undefined && env.APP_ORIGIN !== undefined)
    return 'FIRESTORE_EMULATOR_HOST must not be set in production: the emulator stores nothing permanently';
  if (env.FIRESTORE_EMULATOR_HOST !== undefined && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: FIRESTORE_EMULATOR_HOST is set without it';
  if (env.VERCEL !== undefined && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: this host has no permanent disk, so the store must be Firestore';
  return null;
}

/** Returns why the times of a hold contradict each other, or null. */
export const holdProblem = (env: ShopEnv): string | null =>
  env.STORE_HOLD_CAP_MINUTES < env.STORE_HOLD_MINUTES
    ? 'STORE_HOLD_CAP_MINUTES must not be less than STORE_HOLD_MINUTES'
    : null;
