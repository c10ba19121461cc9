import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { invalid, unavailable } from '#lib/core/errors.ts';
import { ibanOf, isIban } from '#lib/core/iban.ts';
import { seal, unseal } from '#lib/core/secrets.ts';

const account = z.object({ iban: z.string(), accountHolder: z.string() });
/** The bank account that a seller is paid to. */
export type PayoutAccount = z.infer<typeof account>;

export type SealedAccount = { readonly sealed: string; readonly last4: string };

const context = (vendorId: string): string => `vendors/${vendorId}/payout`;

/** Returns an account in its usual spelling. Throws ValidationError for a number that no bank can have. */
export function checkedAccount(given: PayoutAccount): PayoutAccount {
  const iban = ibanOf(given.iban);
  if (!isIban(iban)) throw invalid('Check the IBAN: it is not a valid account number', { iban: 'is not a valid IBAN' });
  return { iban, accountHolder: given.accountHolder };
}

/**
 * Encrypts an account for one vendor. It generates random bytes, so call it before a transaction, which may run again.
 * Throws NoEncryptionKey on a server without a key.
 */
export function sealAccount({ keys }: Pick<Context, 'keys'>, vendorId: string, given: PayoutAccount): SealedAccount {
  if (keys.settings.length === 0)
    throw unavailable('The account cannot be stored: SETTINGS_ENCRYPTION_KEYS is not set', { code: 'NoEncryptionKey' });
  const { iban, accountHolder } = given;
  return {
    sealed: seal(keys.settings, context(vendorId), JSON.stringify({ iban, accountHolder })),
    last4: iban.slice(-4),
  };
}

/** Decrypts the account of a vendor. Throws where the key of its time is no longer known. */
export function openAccount({ keys }: Pick<Context, 'keys'>, vendorId: string, sealed: string): PayoutAccount {
  return account.parse(JSON.parse(unseal(keys.settings, context(vendorId), sealed)));
}
