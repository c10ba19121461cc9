import type { Env } from '#lib/core/env/env.ts';
import { SANDBOX_MERCHANT } from '#lib/core/env/payments.ts';
import type { Purpose } from '#lib/payments/values.ts';
import { demoSecret } from './demo-secret.ts';

/** A merchant account at the gateway. Its secret is read only when something has to be signed. */
export type Account = { readonly name: string; readonly domain: string; readonly secret: () => string };

/**
 * The common account of this deployment, and the account that receives payments for orders. Often they are the same.
 */
export type Accounts = { readonly common: Account; readonly store: Account };

type Configured = Pick<
  Env,
  | 'CARDGW_MERCHANT_ACCOUNT'
  | 'CARDGW_SECRET_KEY'
  | 'CARDGW_DOMAIN'
  | 'CARDGW_STORE_MERCHANT_ACCOUNT'
  | 'CARDGW_STORE_SECRET_KEY'
  | 'CARDGW_STORE_DOMAIN'
>;

/**
 * Returns the live accounts. Each setting of the store account defaults to the common one. Returns null where none is
 * configured.
 */
export function liveAccounts(env: Configured): Accounts | null {
  const { CARDGW_MERCHANT_ACCOUNT: name, CARDGW_SECRET_KEY: secret, CARDGW_DOMAIN: domain } = env;
  if (name === undefined || secret === undefined || domain === undefined) return null;
  const ofStore = env.CARDGW_STORE_SECRET_KEY ?? secret;
  return {
    common: { name, domain, secret: () => secret },
    store: {
      name: env.CARDGW_STORE_MERCHANT_ACCOUNT ?? name,
      domain: env.CARDGW_STORE_DOMAIN ?? domain,
      secret: () => ofStore,
    },
  };
}

/** Returns the one account of the demo gateway of this data folder. Its secret file is read at the first signature. */
export function demoAccounts(env: Pick<Env, 'PLAZA_DATA_DIR' | 'APP_ORIGIN'>): Accounts {
  let secret: string | undefined;
  const account: Account = {
    name: SANDBOX_MERCHANT,
    domain: env.APP_ORIGIN === undefined ? 'localhost' : new URL(env.APP_ORIGIN).hostname,
    secret: () => {
      secret ??= demoSecret(env.PLAZA_DATA_DIR);
      return secret;
    },
  };
  return { common: account, store: account };
}

export const accountFor = ({ common, store }: Accounts, purpose: Purpose): Account =>
  purpose === 'store_order' ? store : common;

/** Returns the account that a message names, or undefined when it is none of ours. */
export const accountNamed = (accounts: Accounts, name: string): Account | undefined =>
  distinct(accounts).find((account) => account.name === name);

/** Returns each account once, however many purposes it serves. */
export const distinct = ({ common, store }: Accounts): readonly Account[] =>
  store.name === common.name ? [store] : [store, common];
