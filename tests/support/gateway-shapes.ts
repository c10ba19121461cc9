import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account, Accounts } from '#services/card-gateway/accounts.ts';

/** The account and the secret of the test vectors. */
export const vectorAccount: Account = {
  name: 'sandbox_merchant',
  domain: 'shop.example',
  secret: () => 'sandbox-secret-1',
};
export const vectorAccounts: Accounts = { common: vectorAccount, store: vectorAccount };

/** Returns a message of the gateway from `tests/fixtures/gateway`. */
export const shapeOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'gateway', `${name}.json`), 'utf8').trim();
