import type { CurrentUser } from '#lib/context/context.ts';
import type { Env } from '#lib/core/env/env.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { PlatformMeta } from './collections.ts';
import { emailClaimId, emailKeyOf } from './email-key.ts';

const DOCUMENT = 'superadmins';

/**
 * Returns the active superadmins. Every change among them reads this document in its transaction, so that two
 * concurrent changes conflict. Counting users would let two superadmins demote each other.
 */
export async function readSuperadmins(reader: Pick<Reader, 'get'>): Promise<readonly string[]> {
  return (await reader.get(PlatformMeta, DOCUMENT))?.data.ids ?? [];
}

export const writeSuperadmins = (write: Pick<Writer, 'set'>, ids: readonly string[]): void =>
  write.set(PlatformMeta, DOCUMENT, { ids: [...new Set(ids)] });

/** Keeps a user on that list exactly while they are an active superadmin. */
export function listIfSuperadmin(
  write: Pick<Writer, 'set'>,
  superadmins: readonly string[],
  { id, role, status }: Pick<CurrentUser, 'id' | 'role' | 'status'>,
): void {
  const belongs = role === 'superadmin' && status === 'active';
  if (belongs === superadmins.includes(id)) return;
  writeSuperadmins(write, belongs ? [...superadmins, id] : superadmins.filter((userId) => userId !== id));
}

/** Returns whether the operator has named an address in SUPERADMIN_EMAILS. */
export const isNamedSuperadmin = ({ SUPERADMIN_EMAILS }: Env, emailKey: string): boolean =>
  SUPERADMIN_EMAILS.some((address) => emailKeyOf(address) === emailKey);

/** Returns whether a named address has had its first sign-in, whatever became of the account since. */
export const hasEntered = async (reader: Pick<Reader, 'get'>, emailKey: string): Promise<boolean> =>
  (await reader.get(PlatformMeta, enteredId(emailKey))) !== undefined;

/** Records that first sign-in by a hash that outlives the account: a deleted superadmin who comes back is a visitor. */
export const rememberEntered = (write: Pick<Writer, 'set'>, emailKey: string, userId: string): void =>
  write.set(PlatformMeta, enteredId(emailKey), { ids: [userId] });

const enteredId = (emailKey: string): string => `entered-${emailClaimId(emailKey)}`;
