import type { Reader, Writer } from '#lib/data/store.ts';
import { PlatformMeta } from './collections.ts';

const DOCUMENT = 'superadmins';

/**
 * The active superadmins. Read in the transaction of each change among them: two changes at once then meet in this one
 * document, where counting users would let two superadmins demote each other.
 */
export async function readSuperadmins(reader: Pick<Reader, 'get'>): Promise<readonly string[]> {
  return (await reader.get(PlatformMeta, DOCUMENT))?.data.ids ?? [];
}

export const writeSuperadmins = (write: Pick<Writer, 'set'>, ids: readonly string[]): void =>
  write.set(PlatformMeta, DOCUMENT, { ids: [...new Set(ids)] });
